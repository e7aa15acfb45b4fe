import { TextButton } from "../../../ui/TextButton.tsx";
import { inboxTexts } from "../texts.ts";

interface Props {
  /** What a press of the notice does. */
  label: string;
  /** The code in the mail, or empty. */
  code: string;
  onOpen: () => void;
  onCopyCode: (code: string) => void;
}

/** In the notice of new mail: its code, and over all of the notice a button that opens the mail (row Y02). */
export function NewMail({ label, code, onOpen, onCopyCode }: Props) {
  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={onOpen}
        className="absolute inset-0 rounded-card focus-visible:-outline-offset-2"
      />
      {code !== "" && (
        <div className="relative mt-1.5 inline-flex flex-wrap items-center gap-x-4 gap-y-1 text-13">
          <span translate="no" className="font-mono text-16 font-semibold tracking-wider">
            {code}
          </span>
          <TextButton onClick={() => onCopyCode(code)}>{inboxTexts.copyCode}</TextButton>
        </div>
      )}
    </>
  );
}
