import { absoluteTime } from "../../relativeTime.ts";
import { frameDocument } from "./frameDocument.ts";
import { addressBeside } from "./message.ts";
import type { OpenMessage } from "./useMessage.ts";

/**
 * Prints the whole message, of which its frame on the screen shows 600 pixels. The frame that is printed is of our
 * origin, because only so a page may have it printed; still no script runs in it, for that needs a permission of its own.
 */
export function printMessage(message: OpenMessage, images: boolean) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-same-origin allow-modals");
  frame.hidden = true;
  frame.srcdoc = frameDocument(message.content, { imagesFrom: images ? location.origin : undefined });
  frame.onload = () => {
    const page = frame.contentDocument;
    if (page === null) return;
    const head = page.createElement("header");
    const { subject, fromName, recipients, receivedAt } = message;
    const address = addressBeside(message);
    const lines = [`From: ${fromName}${address && ` <${address}>`}`, `To: ${recipients}`, absoluteTime(receivedAt)];
    for (const line of [subject, ...lines]) {
      head.append(Object.assign(page.createElement(line === subject ? "h1" : "p"), { textContent: line }));
    }
    head.append(page.createElement("hr"));
    page.body.prepend(head);
    page.title = subject;
    frame.contentWindow?.addEventListener("afterprint", () => frame.remove());
    frame.contentWindow?.print();
  };
  document.body.append(frame);
}
