import { Invitation, roles, team, teamTexts } from "@mayfly/contracts";
import type { output } from "zod/mini";
import { call, failureText } from "../../data/api.ts";
import { refusalOf, useUsage } from "../../data/plan.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { FormField, useSchemaForm } from "../../parts/forms/form.tsx";
import { UpgradeNotice } from "../../parts/plan/UpgradeLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Input } from "../../ui/Input.tsx";
import { Select } from "../../ui/Select.tsx";
import { toast } from "../../ui/toasts.ts";
import { inviteToastMilliseconds } from "./limits.ts";

interface Props {
  onInvited: () => void;
  onCancel: () => void;
  onFailure: (text: string) => void;
}

export function InviteMemberForm({ onInvited, onCancel, onFailure }: Props) {
  const changed = useChanged("Member");
  const usage = useUsage("team");
  const blocked = usage && refusalOf("team", usage);
  const form = useSchemaForm(Invitation, { name: "", email: "", role: "Member" });

  const invite = useAction({
    mutationFn: (invitation: output<typeof Invitation>) => call(team.invite_team_member, invitation, { as: "form" }),
    onSuccess: () => toast.success(teamTexts.invited, { duration: inviteToastMilliseconds }),
    onError: (failure) => onFailure(failureText(failure)),
    // After a refusal too: colleagues may have used up the plan's limit.
    onSettled: () => void changed(),
  });
  const submit = form.handleSubmit((invitation) => invite.mutate(invitation, { onSuccess: onInvited }));

  return (
    <form
      noValidate
      onSubmit={(event) => (blocked !== undefined ? event.preventDefault() : submit(event))}
      className="space-y-5"
    >
      {blocked !== undefined && <UpgradeNotice>{blocked}</UpgradeNotice>}
      <FormField form={form} name="name" label="Name">
        {(control) => <Input {...control} autoFocus autoComplete="off" />}
      </FormField>
      <FormField form={form} name="email" label="Email" hint="We email them a link to set a password.">
        {(control) => <Input {...control} type="email" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="role" label="Role">
        {(control) => (
          <Select {...control}>
            {roles.toReversed().map((role) => (
              <option key={role} value={role}>
                {role}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={invite.isPending}>
          Send invitation
        </Button>
      </div>
    </form>
  );
}
