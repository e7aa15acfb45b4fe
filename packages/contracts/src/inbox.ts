import { z } from "zod";
import { visibilities } from "./email.ts";
import { instant } from "./wire.ts";

/** The doctype Customer Inbox: one received message in one address's inbox (requirement L28). */
export const CustomerInbox = z.object({
  /** Its id. */
  name: z.string(),
  /** The member whose address it came to. */
  owner: z.string(),
  creation: instant,
  modified: instant,
  modified_by: z.string(),
  docstatus: z.literal(0),
  /** `Display Name <address>`, or the bare address; empty when the message names none. */
  sender: z.string(),
  /** The envelope recipient, exactly one (requirement P93). */
  recipients: z.string(),
  subject: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
  /** The beginning of the message as plain text, white space collapsed. */
  preview: z.string(),
  visibility: z.enum(visibilities),
  idx: z.literal(0),
  _user_tags: z.null(),
  _comments: z.null(),
  _assign: z.null(),
  _liked_by: z.null(),
  /** JSON list of the members who have opened it. */
  _seen: z.string(),
});
export type CustomerInbox = z.infer<typeof CustomerInbox>;

/** What the live event says of a new message (requirement K49). */
export const NewCustomerInbox = CustomerInbox.pick({
  name: true,
  owner: true,
  creation: true,
  modified: true,
  modified_by: true,
  sender: true,
  recipients: true,
  subject: true,
  content: true,
  preview: true,
  visibility: true,
});
export type NewCustomerInbox = z.infer<typeof NewCustomerInbox>;

/** Socket.IO namespace and events (requirements K48, K49, P96). */
export const live = { namespace: "/mayfly", newCustomerInbox: "new-customer-inbox" } as const;

/** Where external images of a message are loaded from; `url` in the query names the image (requirement I67). */
export const imageProxyPath = "/api/method/disposable_email.img";

export const inboxTexts = {
  addressCopied: "Email address copied to clipboard!",
  search: "Search emails...",
  count: (loaded: number) => `${loaded} emails`,
  more: "(more available)",
  empty: "No emails yet",
  emptyHint: "Emails sent to this address will appear here.",
  noMatch: "No emails found",
  noMatchHint: (term: string) => `No emails match "${term}". Try different search terms.`,
  nothingSelected: "Select an email to read",
  nothingSelectedHint: "Choose an email from the list to view its content",
  loadingMore: "Loading more emails...",
  end: "You've reached the end of your emails",
  noContent: "No content available",
  noSubject: "No Subject",
  unknownSender: "Unknown Sender",
  newMail: (subject: string) => `New email received: ${subject}`,
  listNetwork: "Network error fetching emails",
  listFailed: "Failed to fetch emails",
  listUnexpected: "An unexpected error occurred while loading emails",
  detailFailed: "Failed to load email details",
  detailUnexpected: "An error occurred while loading email details",
  invalidDate: "Invalid date",
  unknownTime: "Unknown time",
} as const;

/** A list failure is shown when its message holds one of these words; others empty the list quietly (I71, I72). */
export const inboxNoticeWords = ["network", "server", "connection", "timeout", "unauthorized", "forbidden"] as const;
