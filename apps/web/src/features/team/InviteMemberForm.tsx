import { Invitation, roles, team } from "@mayfly/contracts";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { output } from "zod";
import { call, failureText } from "../../api.ts";
import { refusalOf, useUsage } from "../../plan.ts";
import { UpgradeLink } from "../../UpgradeLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Input } from "../../ui/Input.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";

type Errors = Partial<Record<keyof output<typeof Invitation>, string>>;

interface Props {
  onDone: () => void;
  onFailure: (text: string) => void;
  onCancel: () => void;
}

export function InviteMemberForm({ onDone, onFailure, onCancel }: Props) {
  const usage = useUsage("team");
  const blocked = usage && refusalOf("team", usage);
  const [errors, setErrors] = useState<Errors>({});
  const clear = (field: keyof Errors) => setErrors(({ [field]: _, ...others }) => others);
  const invite = useMutation({
    mutationFn: (invitation: output<typeof Invitation>) => call(team.invite_team_member, invitation, { as: "form" }),
    onSuccess: onDone,
    onError: (failure) => onFailure(failureText(failure)),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (invite.isPending || blocked !== undefined) return;
    const form = event.currentTarget;
    const parsed = Invitation.safeParse(Object.fromEntries(new FormData(form)));
    if (parsed.success) return invite.mutate(parsed.data);
    const found: Errors = {};
    for (const { path, message } of parsed.error.issues) found[path[0] as keyof Errors] ??= message;
    setErrors(found);
    (form.elements.namedItem("name" in found ? "name" : "email") as HTMLInputElement).focus();
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {blocked !== undefined && (
        <Notice kind="upgrade">
          {blocked} <UpgradeLink />
        </Notice>
      )}
      <Field label="Name" error={errors.name}>
        {(control) => <Input {...control} name="name" autoFocus autoComplete="off" onChange={() => clear("name")} />}
      </Field>
      <Field label="Email" error={errors.email} hint="They get a link there to set a password.">
        {(control) => (
          <Input {...control} name="email" type="email" autoComplete="off" onChange={() => clear("email")} />
        )}
      </Field>
      <Field label="Role">
        {(control) => (
          <Select {...control} name="role" defaultValue="Member">
            {roles.toReversed().map((role) => (
              <option key={role}>{role}</option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={invite.isPending}>
          Send invitation
        </Button>
      </div>
    </form>
  );
}
