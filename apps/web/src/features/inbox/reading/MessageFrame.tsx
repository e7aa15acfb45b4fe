import { clsx } from "clsx";
import { useState } from "react";
import type { Theme } from "../../../ui/theme.ts";
import { framePixels } from "../limits.ts";
import { frameDocument } from "./frameDocument.ts";

interface Props {
  /** Only what it is first given is shown: links to images are renewed, and would load the frame anew. */
  content: string;
  /** Whether remote images load, through the proxy. */
  images: boolean;
  /** Only for a plain-text message. */
  theme?: Theme;
  mono?: boolean;
}

/** A message in a sandboxed frame: no scripts, dialogs, forms or access to our origin; links open in a new tab. */
export function MessageFrame({ content, images, ...look }: Props) {
  const [shown] = useState(content);
  return (
    <>
      {/* This page cannot measure the content of the sandboxed frame, so its printout may cut the message off. */}
      <p className="mb-2 hidden text-13 text-ink-soft print:block">
        Only the part of the message that fits here is shown. Its Print button prints all of it.
      </p>
      <iframe
        title="Message content"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={frameDocument(shown, { imagesFrom: images ? location.origin : undefined, ...look })}
        height={framePixels}
        className={clsx(
          "block w-full rounded-card outline -outline-offset-1 outline-line",
          look.theme === undefined ? "bg-white" : "bg-surface",
        )}
      />
    </>
  );
}
