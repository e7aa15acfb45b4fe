import { unicodeAddress } from "@mayfly/contracts";
import { inboxOf } from "../../data/links.ts";
import { copyEmail } from "../../parts/addresses/copyEmail.ts";
import { TextButton, textShape } from "../../ui/TextButton.tsx";

/** Names the new address, on whichever page it was created, and offers to copy it or open its inbox. */
export function CreatedAddress({ address }: { address: string }) {
  return (
    <>
      <p translate="no" className="mt-1 font-mono text-13 wrap-anywhere">
        {unicodeAddress(address)}
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
