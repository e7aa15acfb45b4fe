import * as z from "zod/mini";
import { described, formerName } from "../described.ts";
import { visibilities } from "../email.ts";
import { actions, renderings, TimelineEntry } from "../inbox.ts";
import { Download, instant, whole } from "../values.ts";
import { rest } from "../wire.ts";
import { Page, PageWith, paged } from "./list.ts";
import { exampleOf, name } from "./named.ts";

/** What a list or a message holds besides, if it is asked for (row Q09). */
export const includes = ["text", "shown_text", "html", "codes", "links"] as const;
export type Include = (typeof includes)[number];

/** Parts that are asked for, separated by commas. */
export const included = described(
  "Additional fields for each message, separated by commas.",
  z._default(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(100)),
        z.transform((text, context) => {
          const words = text.split(",").map((word) => word.trim());
          // Said of the field, which is one text, and not of a place in it.
          if (!words.every((word) => (includes as readonly string[]).includes(word))) {
            context.issues.push({ code: "invalid_value", values: [...includes], input: text });
          }
          return words;
        }),
      ),
      z.array(z.enum(includes)),
    ),
    [],
  ),
);

const { what, creation, who, detail } = TimelineEntry.shape;
const Happening = z.object({
  what: described("What happened.", what),
  creation: described("When it happened.", creation),
  who: described("The network, webhook or member it came from; null if there is none to name.", who),
  detail: described("Details, in words.", detail),
});

export const MessageLink = z.object({
  url: described("The target: http, https, mailto, tel, sms, or an app's own scheme.", z.string()),
  text: described("The link's text; in plain text, the words before it.", z.string()),
  action: described("What the link asks its reader to do, if known (docs/codes.md).", z.optional(z.enum(actions))),
});

/** A message as lists show it, and what `include` asks for. */
export const MessageSummary = name(
  "MessageSummary",
  z.object({
    id: described("Its id.", z.string()),
    name: formerName(),
    recipients: described("The address that it was sent to.", z.string()),
    unicode_recipients: described("The same, with its domain as people write it.", z.string()),
    owner: described("The member who owns that address.", z.string()),
    sender: described("`Display Name <address>`, or the bare address; empty if the message names none.", z.string()),
    mail_from: described("The envelope sender; empty for bounces.", z.string()),
    subject: described("Its subject, decoded.", z.string()),
    preview: described("The beginning of its text.", z.string()),
    code: described("The one-time code in it; empty if there is none (docs/codes.md).", z.string()),
    has_attachment: described("Whether it has attachments, apart from images shown in its HTML.", z.boolean()),
    visibility: described("The visibility of its address.", z.enum(visibilities)),
    seen: described("Whether the key's member has opened it.", z.boolean()),
    creation: described("When it arrived.", instant),
    text: described(
      "The message as plain text, at most 500,000 characters; null if it cannot be read.",
      z.optional(z.nullable(z.string())),
    ),
    truncated: described("With include=text: whether `text` is cut short.", z.optional(z.boolean())),
    shown_text: described(
      "With include=shown_text: `text` without what the HTML hides from its reader, such as text of size 0.",
      z.optional(z.nullable(z.string())),
    ),
    hidden_text: described(
      "With include=shown_text: the text that the HTML hides; empty if there is none, null if it cannot be read.",
      z.optional(z.nullable(z.string())),
    ),
    html: described(
      "Its HTML as it was sent; null if there is none or it is longer than a million characters.",
      z.optional(z.nullable(z.string())),
    ),
    codes: described("With include=codes: the one-time codes in it.", z.optional(z.array(z.string()))),
    links: described("With include=links: the links in it, at most 500.", z.optional(z.array(MessageLink))),
  }),
  {
    id: "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
    name: "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
    recipients: "signup-test@mayfly.test",
    unicode_recipients: "signup-test@mayfly.test",
    owner: "ada@lakeside.example",
    sender: "Staging <no-reply@staging.example>",
    mail_from: "bounces@staging.example",
    subject: "Your code is 482913",
    preview: "Hello Ada, your code is 482913. It is valid for ten minutes.",
    code: "482913",
    has_attachment: false,
    visibility: "Private",
    seen: false,
    creation: "2026-11-28T09:31:12.000Z",
  },
);
export type MessageSummary = z.infer<typeof MessageSummary>;

/** A search (row T02). */
export const searchQuery = described(
  "Only messages that contain all of these words in subject, sender, recipients, body or file names (docs/search.md).",
  z.string().check(z.maxLength(1_000)),
);

export const MessagePage = Page("MessagePage", MessageSummary);
const FoundPage = PageWith(
  "FoundMessagePage",
  MessageSummary,
  {
    indexed_to: described(
      "With `q`: mail that arrived after this may be missing, because it is still being indexed; null if all mail was searched.",
      z.optional(z.nullable(instant)),
    ),
  },
  { indexed_to: null },
);

export const AttachmentResource = z.object({
  part: described("Its number within the message.", z.int()),
  filename: described("The name that the sender gave it; may be empty.", z.string()),
  content_type: described("The type that the sender declared.", z.string()),
  size: described("Its size in bytes.", z.int()),
  embedded: described("Whether it is an image shown in the HTML.", z.boolean()),
});

/** A message with what only its reading tells. */
export const MessageResource = name(
  "Message",
  z.extend(MessageSummary, {
    to: described("The recipients in its To header, in the form of `sender`.", z.array(z.string())),
    cc: described("Those in its Cc header.", z.array(z.string())),
    reply_to: described("The addresses in its Reply-To header.", z.array(z.string())),
    size: described("The size of the whole message as it was sent, in bytes.", z.int()),
    rendering: described(
      "What can be shown of it. With `too_slow` and `unreadable`, nothing: download it as `raw`.",
      z.enum(renderings),
    ),
    signed: described(
      "Whether part of it was wrapped in an S/MIME signature. The signature is not verified.",
      z.boolean(),
    ),
    attachments: described("Its attachments.", z.array(AttachmentResource)),
  }),
  {
    ...exampleOf(MessageSummary),
    to: ["signup-test@mayfly.test"],
    cc: [],
    reply_to: [],
    size: 2_381,
    rendering: "html",
    signed: false,
    attachments: [],
    text: "Hello Ada,\n\nyour code is 482913. It is valid for ten minutes.",
  },
);
export type MessageResource = z.infer<typeof MessageResource>;

const id = described("The message's id.", z.string().check(z.maxLength(36)));
const read = { scope: "messages:read" as const };

export const messages = {
  list: rest.get("/api/v1/messages", {
    summary: "List or search messages of all addresses",
    description:
      "Newest first. Members see the messages of their own addresses and of Public ones. With `q` or `include`, a page may have fewer rows than `limit` although more follow.",
    ...read,
    input: z.strictObject({ ...paged, q: z.optional(searchQuery), include: included }),
    example: { include: "text,html,codes,links" },
    output: FoundPage,
  }),
  get: rest.get("/api/v1/messages/:id", {
    summary: "Get a message",
    ...read,
    names: { id: "message" },
    input: z.strictObject({ id, include: included }),
    example: { include: "text,html,codes,links" },
    output: MessageResource,
  }),
  update: rest.patch("/api/v1/messages/:id", {
    summary: "Mark a message as opened or unopened",
    description: "For the key's member only.",
    scope: "messages:write",
    names: { id: "message" },
    causes: null,
    input: z.strictObject({ id, seen: described("Whether the key's member has opened it.", z.boolean()) }),
    example: { seen: true },
    output: z.void(),
  }),
  remove: rest.remove("/api/v1/messages/:id", {
    summary: "Delete a message",
    description: "Deletes it permanently.",
    scope: "messages:write",
    names: { id: "message" },
    causes: "message.deleted",
    input: z.strictObject({ id }),
    output: z.void(),
  }),
  ack: rest.post("/api/v1/messages/:id/ack", {
    summary: "Acknowledge a claimed message",
    description:
      "Makes the claim final: the message is never given to another caller. Refused if the claim is no longer yours.",
    scope: "messages:write",
    names: { id: "message" },
    causes: null,
    input: z.strictObject({
      id,
      claim: described(
        "The claim that the wait returned. Without it, the message must be claimed by this key.",
        z.optional(z.uuid()),
      ),
    }),
    example: { claim: "0198f2c4-7b21-7d3e-9f40-5a6b7c8d9e0f" },
    output: z.void(),
  }),
  timeline: rest.get("/api/v1/messages/:id/timeline", {
    summary: "Get a message's timeline",
    description: "What happened to the message, oldest first. Only Administrators see webhook attempts.",
    ...read,
    names: { id: "message" },
    input: z.strictObject({ id }),
    output: z.object({ data: z.array(Happening) }),
  }),
  raw: rest.file("/api/v1/messages/:id/raw", {
    summary: "Download the whole message",
    description: "The whole message, byte for byte (RFC 5322).",
    ...read,
    names: { id: "message" },
    input: z.strictObject({ id }),
    mediaType: "message/rfc822",
    output: Download,
  }),
  html: rest.file("/api/v1/messages/:id/html", {
    summary: "Download a message's HTML",
    description: "Its HTML as it was sent.",
    ...read,
    names: { id: "message" },
    input: z.strictObject({ id }),
    mediaType: "text/html",
    output: Download,
  }),
  text: rest.file("/api/v1/messages/:id/text", {
    summary: "Download a message as plain text",
    description: "Its plain text, or its HTML as text.",
    ...read,
    names: { id: "message" },
    input: z.strictObject({ id }),
    mediaType: "text/plain",
    output: Download,
  }),
  headers: rest.get("/api/v1/messages/:id/headers", {
    summary: "Get a message's headers",
    description: "All headers in order, decoded.",
    ...read,
    names: { id: "message" },
    input: z.strictObject({ id }),
    output: z.object({
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      cut: described("Whether there are more than are listed.", z.boolean()),
    }),
  }),
  links: rest.get("/api/v1/messages/:id/links", {
    summary: "List a message's links",
    description: "In their order, at most 500, with their texts.",
    ...read,
    names: { id: "message" },
    input: z.strictObject({ id }),
    output: z.object({ data: z.array(MessageLink) }),
  }),
  attachment: rest.file("/api/v1/messages/:id/attachments/:part", {
    summary: "Download an attachment",
    description: "The file as it was sent. The message lists the type that the sender declared.",
    ...read,
    names: { id: "message" },
    input: z.strictObject({ id, part: described("The attachment's number in the message.", whole(0, 10_000)) }),
    mediaType: "application/octet-stream",
    example: { part: 0 },
    output: Download,
  }),
};
