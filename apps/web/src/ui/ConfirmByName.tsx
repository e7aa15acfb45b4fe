import { type ReactNode, type SubmitEvent, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Field } from "./Field.tsx";
import { Input } from "./Input.tsx";

interface Props {
  /** The action, which is also the label of the button that does it. */
  title: string;
  /** What the user has to type, exactly. */
  name: string;
  /** Another spelling of it, which will do as well. */
  or?: string;
  onClose: () => void;
  onConfirm: () => void;
  busy: boolean;
  /** What will happen. */
  children: ReactNode;
}

/** Asks for a name to be typed before something that cannot be undone. Mount it anew for another name. */
export function ConfirmByName({ title, name, or, onClose, onConfirm, busy, children }: Props) {
  const [typed, setTyped] = useState("");
  const matches = typed === name || typed === or;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (matches && !busy) onConfirm();
  }

  return (
    <Dialog title={title} description={children} open onOpenChange={onClose}>
      <form onSubmit={submit} className="space-y-5">
        <Field
          label={
            <>
              Type <Typed>{name}</Typed>{" "}
              {or !== undefined && or !== name && (
                <>
                  or <Typed>{or}</Typed>{" "}
                </>
              )}
              to confirm
            </>
          }
        >
          {(control) => (
            <Input {...control} code autoFocus value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={busy} disabled={!matches}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const Typed = ({ children }: { children: string }) => (
  <span translate="no" className="font-mono font-normal wrap-anywhere select-all">
    {children}
  </span>
);
