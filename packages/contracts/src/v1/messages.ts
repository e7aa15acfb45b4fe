import * as z from "zod/mini";
import { described } from "../described.ts";
import { visibilities } from "../email.ts";
import { actions, renderings, TimelineEntry } from "../inbox.ts";
import { Download, instant, whole } from "../values.ts";
import { restCall } from "../wire.ts";
import { Page, paged } from "./list.ts";

/** What a list or a message holds besides, if it is asked for (row Q09). */
export const includes = ["text", "shown_text", "html", "codes", "links"] as const;
export type Include = (typeof includes)[number];

/** Parts that are asked for, separated by commas. */
export const included = described(
  "What each message holds besides, separated by commas.",
  z._default(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(100)),
        z.transform((text) => text.split(",").map((word) => word.trim())),
      ),
      z.array(z.enum(includes)),
    ),
    [],
  ),
);

const { what, creation, who, detail } = TimelineEntry.shape;
const Happening = z.object({
  what: described("What happened.", what),
  creation: described("When it was.", creation),
  who: described("The network that it came from, the webhook, or the member; null: nobody to name.", who),
  detail: described("The rest, for people.", detail),
});

export const MessageLink = z.object({
  url: described("Where it leads: http, https, mailto, tel, sms, or to an app by a scheme of its own.", z.string()),
  text: described("The link's words; in a plain text, those before it.", z.string()),
  action: described("What it asks its reader to do, if that is known (docs/codes.md).", z.optional(z.enum(actions))),
});

/** A message as lists show it, and what `include` asks for. */
export const MessageSummary = z.object({
  name: described("Its id.", z.string()),
  recipients: described("The address that it came to.", z.string()),
  owner: described("The member whose address it came to.", z.string()),
  sender: described("`Display Name <address>`, or the bare address; empty when the message names none.", z.string()),
  mail_from: described("The envelope sender; empty for bounces.", z.string()),
  subject: described("Its subject, decoded.", z.string()),
  preview: described("The beginning of its text.", z.string()),
  code: described("The one-time code in it; empty when there is none (docs/codes.md).", z.string()),
  has_attachment: described("Whether files came with it, besides images that its HTML shows.", z.boolean()),
  visibility: described("That of its address.", z.enum(visibilities)),
  seen: described("Whether the key's member has opened it.", z.boolean()),
  creation: described("When it came.", instant),
  text: described(
    "The message as plain text, at most 500,000 characters; null when it cannot be read.",
    z.optional(z.nullable(z.string())),
  ),
  truncated: described("With include=text: whether its text is longer than what is given.", z.optional(z.boolean())),
  shown_text: described(
    "With include=shown_text: as `text`, without what its HTML hides from its reader, such as text of no size.",
    z.optional(z.nullable(z.string())),
  ),
  hidden_text: described(
    "With include=shown_text: what its HTML hides; empty when that is nothing, null when it cannot be read.",
    z.optional(z.nullable(z.string())),
  ),
  html: described(
    "Its HTML as the sender wrote it; null when there is none, or more than a million characters.",
    z.optional(z.nullable(z.string())),
  ),
  codes: described("With include=codes: the one-time codes in it.", z.optional(z.array(z.string()))),
  links: described("With include=links: the links in it, at most 500.", z.optional(z.array(MessageLink))),
});
export type MessageSummary = z.infer<typeof MessageSummary>;

/** A search (row T02). */
export const searchQuery = described(
  "Only messages in which all of these words are: in subject, sender, recipients, text or names of files (docs/search.md).",
  z.string().check(z.maxLength(1_000)),
);

export const MessagePage = Page(MessageSummary);

export const AttachmentResource = z.object({
  part: described("Its number in the message.", z.int()),
  filename: described("As the sender named it; empty when it has no name.", z.string()),
  content_type: described("As the sender declared it.", z.string()),
  size: described("Bytes.", z.int()),
  embedded: described("Whether it is an image that the HTML shows.", z.boolean()),
});

/** A message with what only its reading tells. */
export const MessageResource = z.extend(MessageSummary, {
  to: described("Whom its headers name, written as sender is.", z.array(z.string())),
  cc: described("Likewise.", z.array(z.string())),
  reply_to: described("Likewise.", z.array(z.string())),
  size: described("Bytes of the whole message as it came.", z.int()),
  rendering: described(
    "What can be shown of it; `too_slow` and `unreadable`: nothing, so read it as `raw`.",
    z.enum(renderings),
  ),
  signed: described("Whether some of it came wrapped in a signature (S/MIME), which nobody has checked.", z.boolean()),
  attachments: described("The files that came with it.", z.array(AttachmentResource)),
});
export type MessageResource = z.infer<typeof MessageResource>;

const id = described("The message's name.", z.string().check(z.maxLength(36)));
const read = { scope: "messages:read" as const };

export const messages = {
  list: restCall("GET", "/api/v1/messages", {
    summary: "List or search messages of all addresses",
    description:
      "The newest first. Of a Member: those of their own addresses and of Public ones. With `q`, a page may have fewer rows than `limit` although there are more.",
    ...read,
    input: z.strictObject({ ...paged, q: z.optional(searchQuery), include: included }),
    output: MessagePage,
  }),
  get: restCall("GET", "/api/v1/messages/:id", {
    summary: "Read a message",
    ...read,
    input: z.strictObject({ id, include: included }),
    output: MessageResource,
  }),
  update: restCall("PATCH", "/api/v1/messages/:id", {
    summary: "Mark a message as opened or not",
    description: "Marks it as opened, or not, by the key's member.",
    scope: "messages:write",
    input: z.strictObject({ id, seen: described("Whether the key's member has opened it.", z.boolean()) }),
    example: { seen: true },
    output: z.void(),
  }),
  remove: restCall("DELETE", "/api/v1/messages/:id", {
    summary: "Delete a message",
    description: "Deletes it for good.",
    scope: "messages:write",
    input: z.strictObject({ id }),
    output: z.void(),
  }),
  ack: restCall("POST", "/api/v1/messages/:id/ack", {
    summary: "Keep a claimed message for good",
    description:
      "Makes a claim final: the message is never given to another caller. Refused when the claim is not yours any more.",
    scope: "messages:write",
    input: z.strictObject({
      id,
      claim: described(
        "The claim that wait answered. Without it, the claim must be one of this key.",
        z.optional(z.uuid()),
      ),
    }),
    example: { claim: "0198f2c4-7b21-7d3e-9f40-5a6b7c8d9e0f" },
    output: z.void(),
  }),
  timeline: restCall("GET", "/api/v1/messages/:id/timeline", {
    summary: "Read what happened to a message",
    description: "In order of time. Attempts of webhooks are for Administrators.",
    ...read,
    input: z.strictObject({ id }),
    output: z.object({ data: z.array(Happening) }),
  }),
  raw: restCall("GET", "/api/v1/messages/:id/raw", {
    summary: "Download the whole message",
    description: "The whole message, byte for byte (RFC 5322).",
    ...read,
    input: z.strictObject({ id }),
    mediaType: "message/rfc822",
    output: Download,
  }),
  html: restCall("GET", "/api/v1/messages/:id/html", {
    summary: "Download a message's HTML",
    description: "Its HTML as the sender wrote it.",
    ...read,
    input: z.strictObject({ id }),
    mediaType: "text/html",
    output: Download,
  }),
  text: restCall("GET", "/api/v1/messages/:id/text", {
    summary: "Download a message as plain text",
    description: "The message as plain text: its own, or that of its HTML.",
    ...read,
    input: z.strictObject({ id }),
    mediaType: "text/plain",
    output: Download,
  }),
  headers: restCall("GET", "/api/v1/messages/:id/headers", {
    summary: "Read a message's headers",
    description: "All headers in their order, decoded.",
    ...read,
    input: z.strictObject({ id }),
    output: z.object({
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      cut: described("Whether there are more than are listed.", z.boolean()),
    }),
  }),
  attachment: restCall("GET", "/api/v1/messages/:id/attachments/:part", {
    summary: "Download an attachment",
    description: "A file that came with it, as bytes. The message lists its type as the sender declared it.",
    ...read,
    input: z.strictObject({ id, part: described("The attachment's number in the message.", whole(0, 10_000)) }),
    mediaType: "application/octet-stream",
    output: Download,
  }),
};
