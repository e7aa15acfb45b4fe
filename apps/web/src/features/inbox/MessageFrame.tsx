import { limits } from "@mayfly/contracts";
import { clsx } from "clsx";
import type { Theme } from "../../ui/theme.ts";
import { frameDocument } from "./frameDocument.ts";

interface Props {
  content: string;
  /** Whether images from elsewhere load, through the proxy. */
  images: boolean;
  /** Of a text. */
  theme?: Theme;
  mono?: boolean;
}

/** A message, shut in: no script, no dialog, no form, no origin of ours; links open in a new tab. */
export function MessageFrame({ content, images, ...look }: Props) {
  return (
    <>
      {/* How long the message is cannot be known from here. */}
      <p className="mb-2 hidden text-13 text-ink-soft print:block">
        Below is as much of the message as fits here. Its Print button prints all of it.
      </p>
      <iframe
        title="Message content"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={frameDocument(content, { imagesFrom: images ? location.origin : undefined, ...look })}
        height={limits.inboxFrameHeight}
        className={clsx(
          "block w-full rounded-card outline -outline-offset-1 outline-line",
          look.theme === undefined ? "bg-white" : "bg-surface",
        )}
      />
    </>
  );
}
