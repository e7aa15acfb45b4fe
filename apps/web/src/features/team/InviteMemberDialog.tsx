import { useEffect, useRef, useState } from "react";
import { raise } from "../../parts/toasts/raise.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Openable } from "../../ui/Openable.ts";
import { InviteMemberForm } from "./InviteMemberForm.tsx";
import { teamScreenTexts } from "./texts.ts";

interface Props extends Openable {
  onInvited?: () => void;
}

/** The invitation form, and over it a dialog that says why the server refused. */
export default function InviteMemberDialog({ open, onOpenChange, onInvited }: Props) {
  const close = () => onOpenChange(false);
  const [failure, setFailure] = useState<string>();
  const ok = useRef<HTMLButtonElement>(null);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return (
    <>
      <Dialog title="Invite Member" open={open} onOpenChange={onOpenChange}>
        <InviteMemberForm
          onInvited={() => {
            close();
            onInvited?.();
          }}
          onCancel={close}
          // A user who has left the page gets a toast instead of the dialog.
          onFailure={(text) => (here.current ? setFailure(text) : raise(text))}
        />
      </Dialog>
      <Dialog
        title={teamScreenTexts.invitationFailed}
        description={failure}
        open={failure !== undefined}
        onOpenChange={(shown) => !shown && setFailure(undefined)}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          ok.current?.focus();
        }}
      >
        <div className="flex justify-end">
          <Button ref={ok} look="primary" onClick={() => setFailure(undefined)}>
            OK
          </Button>
        </div>
      </Dialog>
    </>
  );
}
