import { TextButton } from "../../ui/TextButton.tsx";
import { inboxTexts } from "./texts.ts";

interface Props {
  /** The code in the mail, or empty. */
  code: string;
  onOpen: () => void;
  onCopyCode: (code: string) => void;
}

/** In the notice of new mail: its code, and the way to it (row Y02). A click anywhere in the notice opens the mail. */
export function NewMail({ code, onOpen, onCopyCode }: Props) {
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-13">
      {code !== "" && (
        <>
          <span translate="no" className="relative font-mono text-16 font-semibold tracking-wider">
            {code}
          </span>
          <TextButton className="relative" onClick={() => onCopyCode(code)}>
            {inboxTexts.copyCode}
          </TextButton>
        </>
      )}
      {/* The button is as large as the notice; what else can be pressed lies above it. */}
      <TextButton className="before:absolute before:inset-0" onClick={onOpen}>
        {inboxTexts.open}
      </TextButton>
    </p>
  );
}
