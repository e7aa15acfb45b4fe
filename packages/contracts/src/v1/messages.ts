import * as z from "zod/mini";
import { visibilities } from "../email.ts";
import { actions, renderings } from "../inbox.ts";
import { Download, instant, whole } from "../values.ts";
import { restCall } from "../wire.ts";

/** What a list or a message holds besides, if it is asked for (row Q09). */
export const includes = ["text", "html", "codes", "links"] as const;
export type Include = (typeof includes)[number];

/** Parts that are asked for, separated by commas. */
export const included = z._default(
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(100)),
      z.transform((text) => text.split(",").map((word) => word.trim())),
    ),
    z.array(z.enum(includes)),
  ),
  [],
);

export const MessageLink = z.object({
  url: z.string(),
  /** The link's words; in a plain text, those before it. */
  text: z.string(),
  /** What it asks its reader to do, if that is known (docs/codes.md). */
  action: z.optional(z.enum(actions)),
});

/** A message as lists show it, and what `include` asks for. */
export const MessageSummary = z.object({
  name: z.string(),
  /** The address that it came to. */
  recipients: z.string(),
  owner: z.string(),
  /** `Display Name <address>`, or the bare address; empty when the message names none. */
  sender: z.string(),
  /** The envelope sender; empty for bounces. */
  mail_from: z.string(),
  subject: z.string(),
  /** The beginning of its text. */
  preview: z.string(),
  /** The one-time code in it; empty when there is none (docs/codes.md). */
  code: z.string(),
  has_attachment: z.boolean(),
  visibility: z.enum(visibilities),
  /** Whether the key's member has opened it. */
  seen: z.boolean(),
  creation: instant,
  /** The message as plain text, at most 500,000 characters; null when it cannot be read. */
  text: z.optional(z.nullable(z.string())),
  /** Its HTML as the sender wrote it; null when there is none, or more than a million characters. */
  html: z.optional(z.nullable(z.string())),
  codes: z.optional(z.array(z.string())),
  links: z.optional(z.array(MessageLink)),
});
export type MessageSummary = z.infer<typeof MessageSummary>;

export const AttachmentResource = z.object({
  /** Its number in the message. */
  part: z.int(),
  filename: z.string(),
  content_type: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Whether it is an image that the HTML shows. */
  embedded: z.boolean(),
});

/** A message with what only its reading tells. */
export const MessageResource = z.extend(MessageSummary, {
  to: z.array(z.string()),
  cc: z.array(z.string()),
  reply_to: z.array(z.string()),
  /** Bytes of the whole message as it came. */
  size: z.int(),
  /** What can be shown of it; `too_slow` and `unreadable`: nothing, so read it as `raw`. */
  rendering: z.enum(renderings),
  attachments: z.array(AttachmentResource),
});
export type MessageResource = z.infer<typeof MessageResource>;

const id = z.string().check(z.maxLength(36));
const read = { scope: "messages:read" as const };

export const messages = {
  get: restCall("GET", "/api/v1/messages/:id", {
    summary: "Read a message",
    ...read,
    input: z.strictObject({ id, include: included }),
    output: MessageResource,
  }),
  /** Marks it as opened, or not, by the key's member. */
  update: restCall("PATCH", "/api/v1/messages/:id", {
    summary: "Mark a message as opened or not",
    scope: "messages:write",
    input: z.strictObject({ id, seen: z.boolean() }),
    output: MessageSummary,
  }),
  /** Deletes it for good. */
  remove: restCall("DELETE", "/api/v1/messages/:id", {
    summary: "Delete a message",
    scope: "messages:write",
    input: z.strictObject({ id }),
    output: z.void(),
  }),
  /** The whole message, byte for byte (RFC 5322). */
  raw: restCall("GET", "/api/v1/messages/:id/raw", {
    summary: "Download the whole message",
    ...read,
    input: z.strictObject({ id }),
    output: Download,
  }),
  /** Its HTML as the sender wrote it. */
  html: restCall("GET", "/api/v1/messages/:id/html", {
    summary: "Download a message's HTML",
    ...read,
    input: z.strictObject({ id }),
    output: Download,
  }),
  /** The message as plain text: its own, or that of its HTML. */
  text: restCall("GET", "/api/v1/messages/:id/text", {
    summary: "Download a message as plain text",
    ...read,
    input: z.strictObject({ id }),
    output: Download,
  }),
  /** All headers in their order, decoded. */
  headers: restCall("GET", "/api/v1/messages/:id/headers", {
    summary: "Read a message's headers",
    ...read,
    input: z.strictObject({ id }),
    output: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })), cut: z.boolean() }),
  }),
  /** A file that came with it. */
  attachment: restCall("GET", "/api/v1/messages/:id/attachments/:part", {
    summary: "Download an attachment",
    ...read,
    input: z.strictObject({ id, part: whole(0, 10_000) }),
    output: Download,
  }),
};
