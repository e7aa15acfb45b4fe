import { Dialog } from "../../ui/Dialog.tsx";
import { CreateEmailForm } from "./CreateEmailForm.tsx";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function CreateEmailDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog title="Create Email" open={open} onOpenChange={onOpenChange}>
      <CreateEmailForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
