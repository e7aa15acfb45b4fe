import type { Mailbox } from "./mailbox.ts";

/** A message as the list shows it (requirement L29), by the names of its columns. */
export interface InboxItem {
  name: string;
  /** The member whose address it came to. */
  owner: string;
  /** When it was received. */
  creation: string;
  subject: string;
  sender: Mailbox;
  preview: string;
  /** The one-time code in it, or empty. */
  code: string;
  has_attachment: boolean;
  recipients: string;
  /** The members who have opened it. */
  _seen: readonly string[];
}
