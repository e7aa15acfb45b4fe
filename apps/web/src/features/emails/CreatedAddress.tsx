import { copyEmail } from "../../emails.ts";
import { inboxOf } from "../../paths.ts";
import { TextButton, textShape } from "../../ui/TextButton.tsx";

/** Which address was made, wherever that was, and what one makes it for. */
export function CreatedAddress({ address }: { address: string }) {
  return (
    <>
      <p translate="no" className="mt-1 font-mono text-13 wrap-anywhere">
        {address}
      </p>
      <p className="mt-2 flex gap-x-4 text-13">
        <TextButton onClick={() => copyEmail(address)}>Copy</TextButton>
        <a href={inboxOf(address)} target="_blank" rel="noopener" className={textShape}>
          Open inbox
        </a>
      </p>
    </>
  );
}
