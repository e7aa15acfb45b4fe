import { addressBeside, type Mailbox } from "../../../data/mailbox.ts";
import { absoluteTime } from "../../../data/relativeTime.ts";
import type { OpenMessage } from "../state/useMessage.ts";
import { frameDocument } from "./frameDocument.ts";
import { mailboxesOf } from "./mailboxesOf.ts";

/**
 * Prints the whole message, of which its frame on the screen shows 600 pixels. The printed frame has our origin,
 * because a page can print only a same-origin frame. Still no script runs in it: the sandbox lacks `allow-scripts`.
 */
export function printMessage(message: OpenMessage, images: boolean) {
  const look = { imagesFrom: images ? location.origin : undefined };
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-same-origin allow-modals");
  frame.hidden = true;
  frame.srcdoc = frameDocument(message.content, look);
  frame.onload = () => {
    const page = frame.contentDocument;
    if (page === null) return;
    const mail = page.documentElement;
    page.replaceChild(new DOMParser().parseFromString(frameDocument("", look), "text/html").documentElement, mail);
    page.body.style.margin = "0";
    page.body.append(headOf(message, page), shutIn(mail, page));
    page.title = message.subject;
    frame.contentWindow?.addEventListener("afterprint", () => frame.remove());
    frame.contentWindow?.print();
  };
  document.body.append(frame);
}

function headOf(message: OpenMessage, page: Document) {
  const head = page.createElement("header");
  head.style.margin = "20px";
  const { subject, creation } = message;
  const lines = mailboxesOf(message).map(
    ({ header, mailboxes }) => `${header}: ${mailboxes.map(mailboxText).join(", ")}`,
  );
  for (const line of [subject, ...lines, absoluteTime(creation)]) {
    head.append(Object.assign(page.createElement(line === subject ? "h1" : "p"), { textContent: line }));
  }
  head.append(page.createElement("hr"));
  return head;
}

function mailboxText(mailbox: Mailbox) {
  const address = addressBeside(mailbox);
  return `${mailbox.name}${address && ` <${address}>`}`;
}

/**
 * Encloses a mail so that its styles reach nothing outside it, and cannot hide or replace the header above it (threats
 * 20, 24). Only its upper edge clips: the mail may be wider and longer than its box.
 */
function shutIn(mail: HTMLElement, page: Document) {
  const box = page.createElement("div");
  box.style.cssText = "position: relative; display: flow-root; clip-path: inset(0 -100vw -1000000px)";
  // An element of its own holds the shadow root, because a mail can style its host.
  const holder = page.createElement("div");
  // Inside a shadow tree, :root matches nothing.
  for (const style of mail.querySelectorAll("style")) {
    style.textContent = style.textContent.replace(/:root(?![\w-])/gi, ":is(html, :root)");
  }
  holder.attachShadow({ mode: "open" }).append(mail);
  box.append(holder);
  return box;
}
