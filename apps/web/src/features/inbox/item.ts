import { array, string } from "zod/mini";
import type { InboxItem } from "../../data/inboxItem.ts";
import { splitMailbox } from "../../data/mailbox.ts";
import { cut, plainText } from "../../data/preview.ts";
import { type ReportPage, rowsOf } from "../../data/rows.ts";
import { livePreviewLength, previewLength } from "./limits.ts";
import { inboxTexts } from "./texts.ts";

type Wire = Readonly<Record<string, unknown>>;

// Read leniently: one odd value must not hide a whole inbox.
export const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function seenOf(value: unknown): string[] {
  try {
    return array(string()).parse(JSON.parse(textOf(value)));
  } catch {
    return [];
  }
}

/** `kept` is how much of the text the item keeps. */
export function toItem(wire: Wire, kept: number = previewLength): InboxItem {
  const sender = splitMailbox(textOf(wire.sender));
  // The server's preview is one line of plain text: what looks like a tag in it is not markup.
  const preview = typeof wire.preview === "string" ? wire.preview : plainText(textOf(wire.content));
  return {
    name: textOf(wire.name),
    owner: textOf(wire.owner),
    creation: textOf(wire.creation),
    subject: textOf(wire.subject).trim() || inboxTexts.noSubject,
    sender: { name: sender.name || inboxTexts.unknownSender, address: sender.address },
    preview: cut(preview, kept),
    code: textOf(wire.code),
    has_attachment: wire.has_attachment === 1,
    recipients: textOf(wire.recipients),
    _seen: seenOf(wire._seen),
  };
}

/** A message of the live event: no `_seen`, so unread (I88), and a shorter preview (I47). */
export function toLiveItem(record: unknown): InboxItem {
  const wire: Wire = typeof record === "object" && record !== null ? { ...record } : {};
  return toItem(wire, livePreviewLength);
}

/** Whether a message belongs in the inbox of `address`; without an address, every message does (P97). */
export const isFor = ({ recipients }: InboxItem, address: string | undefined) =>
  address === undefined || recipients.toLowerCase() === address.toLowerCase();

export const toItems = (page: ReportPage) => rowsOf(page).map((row) => toItem(row));

/** Case-insensitive, on subject, sender or preview. */
export function matches({ subject, sender, preview }: InboxItem, term: string): boolean {
  const wanted = term.trim().toLowerCase();
  return [subject, sender.name, sender.address, preview].some((text) => text.toLowerCase().includes(wanted));
}
