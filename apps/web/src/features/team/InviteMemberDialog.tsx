import { teamTexts } from "@mayfly/contracts";
import { useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Openable } from "../../ui/Openable.ts";
import { InviteMemberForm } from "./InviteMemberForm.tsx";

interface Props extends Openable {
  onInvited?: () => void;
}

/** The invitation, and over it why the server would not send it. */
export default function InviteMemberDialog({ open, onOpenChange, onInvited }: Props) {
  const close = () => onOpenChange(false);
  const [failure, setFailure] = useState<string>();
  const ok = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Dialog title="Invite Member" open={open} onOpenChange={onOpenChange}>
        <InviteMemberForm
          onInvited={() => {
            close();
            onInvited?.();
          }}
          onCancel={close}
          onFailure={setFailure}
        />
      </Dialog>
      <Dialog
        title={teamTexts.invitationFailed}
        open={failure !== undefined}
        onOpenChange={(shown) => !shown && setFailure(undefined)}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          ok.current?.focus();
        }}
      >
        <p className="text-ink-soft wrap-anywhere">{failure}</p>
        <div className="mt-6 flex justify-end">
          <Button ref={ok} look="primary" onClick={() => setFailure(undefined)}>
            OK
          </Button>
        </div>
      </Dialog>
    </>
  );
}
