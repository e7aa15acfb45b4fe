import { type Role, roles, type TeamMember, team, teamTexts } from "@mayfly/contracts";
import { type SubmitEvent, useState } from "react";
import { call, Refused } from "../../data/api.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { UpgradeButton } from "../../parts/plan/UpgradeLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { InvitationActions } from "./InvitationActions.tsx";
import { activityOf } from "./statusOf.ts";
import { teamScreenTexts } from "./texts.ts";

interface Props {
  member: TeamMember;
  /** Whether the plan has no room for another active member, as far as the page knows. */
  full: boolean;
  onClose: () => void;
}

/** The caller must mount a new dialog for each member. */
export function EditMemberDialog({ member, full, onClose }: Props) {
  const changed = useChanged("Member");
  // Until the user chooses here, the member's current values show, even if somebody changes them meanwhile.
  const [chosenRole, setRole] = useState<Role>();
  const [chosenStatus, setActive] = useState<TeamMember["is_active"]>();
  const role = chosenRole ?? member.role;
  const [refused, setRefused] = useState(false);
  const barred = (full || refused) && member.is_active === 0;
  const active = barred ? 0 : (chosenStatus ?? member.is_active);

  const same = role === member.role && active === member.is_active;

  const update = useAction({
    mutationFn: () =>
      call(
        team.update_team_member,
        {
          customer_email: member.email,
          // An empty value means unchanged (G31).
          role: role === member.role ? "" : role,
          is_active: active === member.is_active ? "" : active,
        },
        { as: "form" },
      ),
    onError(failure) {
      // biome-ignore lint/suspicious/noConsole: this failure is reported on the console and nowhere else (G43, P61)
      console.error("The member could not be updated", failure);
      // The server also counts the active members on the other pages (P60).
      if (failure instanceof Refused && failure.text === teamTexts.cannotActivate) setRefused(true);
    },
    // Without an answer, the server may have made the change all the same.
    onSettled: () => void changed(),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    update.mutate(undefined, { onSuccess: onClose });
  }

  return (
    <Dialog title="Edit Member" open onOpenChange={onClose}>
      <form onSubmit={submit} className="space-y-5">
        <div>
          <p className="font-medium wrap-anywhere">{member.full_name}</p>
          <p translate="no" className="text-13 text-ink-soft wrap-anywhere">
            {member.email}
          </p>
        </div>
        <Field label="Role">
          {(control) => (
            <Select {...control} autoFocus value={role} onChange={(event) => setRole(event.target.value as Role)}>
              {roles.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Status"
          hint={
            barred
              ? teamTexts.cannotActivate
              : active === 1
                ? member.is_invited === 1
                  ? "Invited: can access the system once they have set a password."
                  : "Can access the system."
                : "Cannot access the system. Their addresses and mail are kept."
          }
        >
          {(control) => (
            <Select {...control} value={active} onChange={(event) => setActive(event.target.value === "1" ? 1 : 0)}>
              {!barred && <option value={1}>{activityOf(1)}</option>}
              <option value={0}>{activityOf(0)}</option>
            </Select>
          )}
        </Field>
        {barred && (
          <Notice kind="upgrade">
            <p className="font-medium">{teamScreenTexts.upgradeRequired}</p>
            <p className="mb-3">{teamScreenTexts.upgradeHint}</p>
            <UpgradeButton look="secondary" />
          </Notice>
        )}
        {member.is_invited === 1 && <InvitationActions member={member} onGone={onClose} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={update.isPending} off={same}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
