import { limits } from "@mayfly/contracts";
import { frameDocument } from "./frameDocument.ts";

interface Props {
  content: string;
  /** Whether images from elsewhere load, through the proxy. */
  images: boolean;
  mono?: boolean;
}

/** A message's HTML, shut in: no script, no dialog, no form, no origin of ours; links open in a new tab. */
export function MessageFrame({ content, images, mono = false }: Props) {
  return (
    <iframe
      title="Message content"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={frameDocument(content, { imagesFrom: images ? location.origin : undefined, mono })}
      height={limits.inboxFrameHeight}
      className="block w-full rounded-card bg-white outline -outline-offset-1 outline-line"
    />
  );
}
