/** A message as the list shows it (requirement L29). */
export interface InboxItem {
  name: string;
  /** The member whose address it came to. */
  owner: string;
  receivedAt: string;
  subject: string;
  /** The sender's address. */
  from: string;
  fromName: string;
  preview: string;
  /** The one-time code in it, or empty. */
  code: string;
  hasAttachment: boolean;
  recipients: string;
  /** The members who have opened it. */
  seen: readonly string[];
}
