import * as z from "zod/mini";
import { canonicalAddress } from "./address.ts";
import { visibilities } from "./email.ts";
import { limits } from "./limits.ts";
import { blank, Done, download, flag, instant, whole } from "./values.ts";
import { api, get, methods, post } from "./wire.ts";

/**
 * What `content` holds: the message's HTML, or its text. If the message is too large, it holds the beginning of the
 * text, at most a million characters, or nothing; if it is too slow to prepare or unreadable, nothing. What cannot be
 * shown can still be read as source and saved.
 */
export const renderings = ["html", "text", "too_large", "too_slow", "unreadable"] as const;
export type Rendering = (typeof renderings)[number];

/** A file that came with a message. */
export const Attachment = z.object({
  /** Its number in the message; `download_attachment` asks for it. */
  part: z.int(),
  /** The name that the sender gave it, for display; empty when it has none. */
  filename: z.string(),
  content_type: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Whether it is an image that `content` shows already. */
  embedded: flag,
});
export type Attachment = z.infer<typeof Attachment>;

/** What a message asks its reader to do by a link (docs/codes.md). */
export const actions = ["verify", "confirm", "reset", "sign_in"] as const;
export type Action = (typeof actions)[number];

export const ActionLink = z.object({
  action: z.enum(actions),
  /** The sentence of the message that asks for it, at most 100 characters. */
  text: z.string(),
  url: z.string(),
});
export type ActionLink = z.infer<typeof ActionLink>;

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
  /** The envelope sender, as Return-Path says it elsewhere (RFC 5321, section 4.4); empty for bounces. */
  mail_from: z.string(),
  /** The envelope recipient, exactly one (requirement P93). */
  recipients: z.string(),
  subject: z.string(),
  /** Sanitised HTML, made of what `rendering` names. Empty when there is nothing to show. */
  content: z.string(),
  rendering: z.enum(renderings),
  /** Whether some of it came wrapped in a signature (S/MIME), which nobody has checked. */
  signed: flag,
  /** The one-time code in it; empty when there is none (docs/codes.md). */
  code: z.string(),
  /** Whether files came with it, besides images that its HTML shows. Read on arrival, from the same part as `preview`. */
  has_attachment: flag,
  action_links: z.array(ActionLink),
  attachments: z.array(Attachment),
  /** Those that the headers To, Cc and Reply-To name, each written as `sender` is; at most a hundred of each. */
  to: z.array(z.string()),
  cc: z.array(z.string()),
  reply_to: z.array(z.string()),
  /** Bytes of the whole message as it came. */
  size: z.int(),
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
export const NewCustomerInbox = z.pick(CustomerInbox, {
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
  code: true,
  has_attachment: true,
  visibility: true,
});
export type NewCustomerInbox = z.infer<typeof NewCustomerInbox>;

const { content: _, ...listed } = NewCustomerInbox.shape;

/** The list's request to reportview.get (requirement K44). Without the content: `preview` is made of it on arrival. */
export const inboxPage = (address: string | undefined, start: number) =>
  ({
    doctype: "Customer Inbox",
    fields: [...Object.keys(listed), "_seen"],
    filters: address === undefined ? [] : [["recipients", "=", address]],
    order_by: "modified desc",
    start,
    page_length: limits.inboxPageSize,
    // The framework's own client sends these three too.
    view: "List",
    group_by: "",
    with_comment_count: 1,
  }) as const;

/**
 * What the live events say of a message that the member has opened, in whatever window (requirement P86), and of one
 * that has been deleted, to all who could read it (row Q08).
 */
export const SeenCustomerInbox = z.pick(CustomerInbox, { name: true });
export type SeenCustomerInbox = z.infer<typeof SeenCustomerInbox>;

/** Socket.IO namespace and events (requirements K48, K49, P96), and why a connection is refused. */
export const live = {
  namespace: "/mayfly",
  newCustomerInbox: "new-customer-inbox",
  seenCustomerInbox: "seen-customer-inbox",
  deletedCustomerInbox: "deleted-customer-inbox",
  unauthorized: "unauthorized",
  tooMany: "too many connections",
} as const;

/**
 * What happened to a message, from the connection that brought it (row R09). v1/messages.ts says what the fields mean: the
 * descriptions are for the document of the REST API, and would make the web app's scripts larger.
 */
export const TimelineEntry = z.object({
  what: z.enum(["connected", "tls", "stored", "accepted", "pushed", "webhook", "opened", "claimed", "acknowledged"]),
  creation: instant,
  who: z.nullable(z.string()),
  detail: z.string(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** Mail that was refused or put off, as those are told who miss it (row R08). v1/wait.ts says what the fields mean. */
export const RefusedAttempt = z.object({
  address: z.string(),
  creation: instant,
  outcome: z.enum(["deferred", "refused"]),
  reply: z.string(),
  mail_from: z.nullable(z.string()),
});
export type RefusedAttempt = z.infer<typeof RefusedAttempt>;

const message = z.object({
  /** The message's id. */
  name: z.string().check(z.maxLength(36)),
});

export const messageTexts = {
  deleted: "Message deleted.",
  testMailSent: "Test mail sent",
  takesNoMail: "The address is not active, so it accepts no mail.",
  overQuota: "Your company has received all the mail that its plan allows today. Mail is accepted again at 00:00 UTC.",
  notTaken: "The mail was not accepted. Try again, or ask the operator of this server.",
} as const;

/**
 * What can be done with a message besides `getdoc`. Texts are as long as a person reads; `cut` says whether there is
 * more.
 */
export const inbox = {
  ...methods(`${api}.inbox`, {
    /** The message as plain text: its own, or that of its HTML, with the URLs of links. */
    get_text: get({ access: "Member", input: message, output: z.object({ text: z.string(), cut: flag }) }),
    /** All headers in their order, decoded. */
    get_headers: get({
      access: "Member",
      input: message,
      output: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })), cut: flag }),
    }),
    /** The beginning of the message as it came. */
    get_source: get({ access: "Member", input: message, output: z.object({ source: z.string(), cut: flag }) }),
    /** What happened to it, from the connection that brought it (row R09). */
    get_timeline: get({ access: "Member", input: message, output: z.array(TimelineEntry) }),
    /** Mail for the address, or for a name like it, that was refused or put off (row R08): what an empty inbox tells of. */
    get_refused_mail: get({
      access: "Member",
      input: z.object({ email: z.string().check(z.maxLength(320, { abort: true }), z.overwrite(canonicalAddress)) }),
      output: z.array(RefusedAttempt),
    }),
    /** The whole message, byte for byte, as an .eml file. */
    download_message: download({ access: "Member", input: message }),
    /** A file that came with it. */
    download_attachment: download({ access: "Member", input: z.extend(message, { part: whole(0, 10_000) }) }),
    /** Sends a mail with a code to an address through the SMTP receiver, like anybody's mail (row Y06). */
    send_test_mail: post({
      access: "Member",
      plan: true,
      input: z.object({ email: z.string().check(z.maxLength(320, { abort: true }), z.overwrite(canonicalAddress)) }),
      output: Done,
    }),
    /**
     * Marks as opened by the caller what is unread among the newest messages of an address, or of all (row Y12).
     * `next`: where the next call goes on, by `after`; null at the end.
     */
    mark_all_read: post({
      access: "Member",
      input: z.object({
        email: blank(z.optional(z.string().check(z.maxLength(320, { abort: true }), z.overwrite(canonicalAddress)))),
        after: blank(z.optional(z.string().check(z.maxLength(1_000)))),
      }),
      output: z.object({ marked: z.int(), left: z.boolean(), next: z.nullable(z.string()) }),
    }),
    /** For good, by who manages its address (row Q08). */
    delete_message: post({ access: "Member", input: message, output: Done }),
  }),
  ...methods("disposable_email", {
    /**
     * An external image of a message (requirements I67, K47, P98). Browsers send no cookie from the frame that shows the
     * message, so the link itself says which session it was made for, when the server rewrote the message. It works for
     * `imageLinkLife`, while that session lasts, its member may read the message, and the message's address has not ended
     * since. Any other request is refused, even a member's: otherwise the call would fetch any URL it is given.
     */
    img: download({
      access: "Guest",
      input: z.object({
        url: z.string().check(z.maxLength(8_000)),
        /** The message it is an image of. */
        source: z._default(z.string().check(z.maxLength(36)), ""),
        signature: z._default(z.string().check(z.maxLength(100)), ""),
        /** The session that the link was made for, when, and a signature of both. */
        reader: z._default(z.string().check(z.maxLength(200)), ""),
      }),
    }),
  }),
};

/** How long a link to an image works after the message was fetched. Milliseconds. */
export const imageLinkLife = 60 * 60_000;

/** Where external images of a message are loaded from. */
export const imageProxyPath = inbox.img.path;
