import { type Mailbox, mailboxText } from "../mime/mailbox.ts";

/** Files of a message that are told of. */
export const listedAttachments = 1000;
/** More than the reading pane has room for; the list of headers shows all. */
export const listedMailboxes = 100;

/** Those whom a header names, as texts. */
export const listed = (mailboxes: Mailbox[]): string[] =>
  mailboxes
    .slice(0, listedMailboxes)
    .map(mailboxText)
    .filter((text) => text !== "");
