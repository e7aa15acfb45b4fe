import { Dialog } from "../../ui/Dialog.tsx";
import { CreateEmailForm } from "./CreateEmailForm.tsx";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
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
