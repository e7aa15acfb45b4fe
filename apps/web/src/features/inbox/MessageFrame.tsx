import { limits } from "@mayfly/contracts";
import { frameDocument } from "./frameDocument.ts";

/** A message's HTML, shut in: no script, no dialog, no form, no origin of ours; links open in a new tab. */
export function MessageFrame({ content }: { content: string }) {
  return (
    <iframe
      title="Message content"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={frameDocument(content, location.origin)}
      height={limits.inboxFrameHeight}
      className="block w-full rounded-card bg-white outline outline-line"
    />
  );
}
