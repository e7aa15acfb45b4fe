import * as z from "zod/mini";
import { visibilities } from "./email.ts";
import { Role } from "./session.ts";
import { flag, instant } from "./values.ts";

/** The most characters of a message's text, and of its HTML, that travel in an event. */
export const eventTextMax = 65_536;

/** A message that arrived at an address. */
const Message = z.object({
  /** Its id: the name of the Customer Inbox. */
  name: z.string(),
  /** The address that it came to. */
  recipients: z.string(),
  /** The member whose address it is. */
  owner: z.string(),
  visibility: z.enum(visibilities),
  /** `Display Name <address>`, or the bare address; empty when the message names none. */
  sender: z.string(),
  /** The envelope sender; empty for bounces. */
  mail_from: z.string(),
  subject: z.string(),
  /** The beginning of the message as plain text, white space collapsed. */
  preview: z.string(),
  /** The one-time code in it; empty when there is none. */
  code: z.string(),
  /** Whether files came with it, besides images that its HTML shows. */
  has_attachment: flag,
  /** Bytes of the whole message as it came. */
  size: z.number(),
  creation: instant,
  /** The URL at which a member reads it. */
  link: z.string(),
  /** Its plain text, or its HTML as text. */
  text: z.string(),
  /** Its HTML as the sender wrote it, not sanitised; null when there is none or it is too long to be sent. */
  html: z.nullable(z.string()),
  /** Whether there is, or may be, more of it than `text` and `html` hold. */
  truncated: z.boolean(),
});

const Address = z.object({
  email_name: z.string(),
  domain_name: z.string(),
  /** The member whose address it is. */
  owner: z.string(),
  reason: z.string(),
  visibility: z.enum(visibilities),
  is_active: flag,
  /** Null: never. */
  expiry: z.nullable(instant),
  creation: instant,
});

const VerifiedDomain = z.object({
  domain_name: z.string(),
  /** Whether mail to it already comes here. */
  mx_found: flag,
});

const Colleague = z.object({
  /** The user id: the person's address. */
  name: z.string(),
  full_name: z.string(),
  role: Role,
  is_active: flag,
});

const event = <Data extends z.ZodMiniType>(label: string, description: string, data: Data) => ({
  label,
  description,
  data,
});

/** The events that a webhook can subscribe to, and the data of each. */
export const webhookEvents = {
  "email.received": event("Email received", "A message arrives at an address", Message),
  "email.created": event("Email created", "An address is created", Address),
  "email.activated": event("Email activated", "An address is switched on again", Address),
  "email.deactivated": event("Email deactivated", "An address is switched off", Address),
  "email.expired": event("Email expired", "The expiry of an address passes", Address),
  "domain.verified": event("Domain verified", "The DNS records of a domain are found", VerifiedDomain),
  "member.invited": event("Member invited", "Someone is invited to the team", Colleague),
  "member.updated": event("Member updated", "The role or status of a member changes", Colleague),
} as const;

export type WebhookEventName = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEventName, ...WebhookEventName[]];

export type WebhookEventData<Name extends WebhookEventName> = z.input<(typeof webhookEvents)[Name]["data"]>;

/** Events about members belong to no domain. */
export const happensOnDomain = (name: string) => !name.startsWith("member.");

/** The body of a delivery. */
export const webhookBody = <Name extends WebhookEventName>(type: Name) =>
  z.object({
    type: z.literal(type),
    /** When it happened. */
    timestamp: instant,
    /** Whether it is a test event, with made-up data. */
    test: z.boolean(),
    data: webhookEvents[type].data,
  });
