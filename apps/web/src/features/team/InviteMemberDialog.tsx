import { limits, teamTexts } from "@mayfly/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { toast } from "../../ui/toasts.ts";
import { InviteMemberForm } from "./InviteMemberForm.tsx";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The invitation, and over it why the server would not send it. */
export default function InviteMemberDialog({ open, onOpenChange }: Props) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();

  function done() {
    for (const key of ["team-members", "stats", "dashboard-status", "notifications"])
      void queries.invalidateQueries({ queryKey: [key] });
    toast.success(teamTexts.invited, limits.inviteToast);
    onOpenChange(false);
  }

  return (
    <>
      <Dialog title="Invite Member" open={open} onOpenChange={onOpenChange}>
        <InviteMemberForm onDone={done} onFailure={setFailure} onCancel={() => onOpenChange(false)} />
      </Dialog>
      <Dialog
        title={teamTexts.invitationFailed}
        open={failure !== undefined}
        onOpenChange={(shown) => !shown && setFailure(undefined)}
      >
        <p className="text-ink-soft wrap-anywhere">{failure}</p>
        <div className="mt-6 flex justify-end">
          <Button look="primary" autoFocus onClick={() => setFailure(undefined)}>
            OK
          </Button>
        </div>
      </Dialog>
    </>
  );
}
