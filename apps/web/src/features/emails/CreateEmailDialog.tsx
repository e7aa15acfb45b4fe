import { Dialog } from "../../ui/Dialog.tsx";
import type { Openable } from "../../ui/Openable.ts";
import { CreateEmailForm } from "./CreateEmailForm.tsx";

interface Props extends Openable {
  onCreated?: () => void;
}

export default function CreateEmailDialog({ open, onOpenChange, onCreated }: Props) {
  const close = () => onOpenChange(false);
  return (
    <Dialog title="Create Email" open={open} onOpenChange={onOpenChange}>
      <CreateEmailForm
        onCreated={() => {
          close();
          onCreated?.();
        }}
        onCancel={close}
      />
    </Dialog>
  );
}
