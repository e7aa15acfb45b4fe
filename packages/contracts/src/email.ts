import * as z from "zod/mini";
import { canonicalAddress, canonicalDomain } from "./address.ts";
import { oneLine, someLines } from "./fields.ts";
import { limits } from "./limits.ts";
import { texts } from "./texts.ts";
import { blank, Done, flag, instant, json, numeric } from "./values.ts";
import { api, get, methods, post, postToRead } from "./wire.ts";

export const visibilities = ["Private", "Public"] as const;

/** The doctype Email: a disposable address. `name` equals `email_name` (requirement P104). */
export const Email = z.object({
  name: z.string(),
  email_name: z.string(),
  /** Null: never. */
  expiry: z.nullable(instant),
  reason: z.string(),
  /** The label of the run that made it; null: none. */
  run: z.nullable(z.string()),
  tags: z.array(z.string()),
  note: z.string(),
  visibility: z.enum(visibilities),
  is_active: flag,
  /** Whether it is not active because somebody has switched it off, not because its time has come (row Y05). */
  deactivated: flag,
  /** When it was made, or its last message came: within a second or two. */
  last_activity: instant,
  creation: instant,
  modified: instant,
  owner: z.string(),
});
export type Email = z.infer<typeof Email>;

export const emailTexts = {
  created: "Email created successfully!",
  activated: "Email activated successfully!",
  deactivated: "Email deactivated successfully!",
  domainRequired: "Domain is required",
  /** The server's text, and the text that the page shows instead (requirement D61). */
  foreignDomain: "domain is not associated with your company",
  /** The company's own domain, before its proof was found. */
  unverifiedDomain: (domain: string) => `${domain} is not verified yet. Set its DNS records and verify it first.`,
  /** Why an address cannot be activated. */
  domainGone:
    "Its domain is no longer verified for your company. Add or verify the domain again to activate the address.",
  nothingToUndo: "It is too late to undo this. Activate the address instead.",
  endOfInactive: "Only an active address can have an expiry. Activate it in the same request.",
  noRandomPrefix: "Unable to generate random prefix. Please enter a custom prefix.",
  prefixInvalid:
    "The email prefix can contain 1 to 64 lowercase letters, digits, dots, hyphens and underscores. It can't start or end with a dot or contain two dots in a row.",
  prefixTaken: "The entered email prefix is not available. Please try a different one.",
  reasonTooLong: `Reason must be at most ${limits.emailReasonMax} characters`,
  labelled: "Email updated successfully!",
  tagInvalid: `A tag can contain 1 to ${limits.tagMax} lowercase letters, digits and hyphens.`,
  tooManyTags: `An email can have at most ${limits.tagsMax} tags.`,
  noteTooLong: `Note must be at most ${limits.noteMax} characters`,
  unknownDuration: "Please choose one of the offered expiry times.",
} as const;

export const daySeconds = 86_400;
/** The seconds that an address may live; 0 is never. */
export const durations = limits.expiryDays.map((days) => days * daySeconds);

/** The local part (RFC 5321): a dot-atom of few characters, so that it can be read aloud (requirement P107). */
export const emailPrefix = z
  .string({ error: emailTexts.prefixInvalid })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(limits.prefixMax, { error: emailTexts.prefixInvalid }),
    z.regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/, { error: emailTexts.prefixInvalid }),
  );

/** A label of an address (row T06). */
export const emailTag = z
  .string({ error: emailTexts.tagInvalid })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(limits.tagMax, { error: emailTexts.tagInvalid, abort: true }),
    z.regex(/^[a-z0-9-]+$/, { error: emailTexts.tagInvalid }),
  );
/** All of an address, each once. */
export const emailTags = z.array(emailTag).check(
  z.overwrite((tags) => [...new Set(tags)]),
  z.maxLength(limits.tagsMax, { error: emailTexts.tooManyTags }),
);
export const emailNote = z
  .string({ error: emailTexts.noteTooLong })
  .check(z.overwrite(someLines), z.maxLength(limits.noteMax, { error: emailTexts.noteTooLong }));

const domain = z
  .string({ error: emailTexts.domainRequired })
  .check(
    z.trim(),
    z.minLength(1, { error: emailTexts.domainRequired, abort: true }),
    z.maxLength(253, { error: emailTexts.foreignDomain, abort: true }),
    z.overwrite(canonicalDomain),
  );

const NewEmail = z.object({
  domain,
  /** Empty: a random one. */
  email_prefix: blank(z.optional(emailPrefix)),
  reason: blank(
    z._default(
      z
        .string({ error: emailTexts.reasonTooLong })
        .check(z.overwrite(oneLine), z.maxLength(limits.emailReasonMax, { error: emailTexts.reasonTooLong })),
      "",
    ),
  ),
  visibility: blank(z._default(z.enum(visibilities), "Private")),
  /** Seconds, one of `durations` where the plan leaves a choice (requirement P07); empty: no choice was made (P06). */
  duration: blank(z.optional(numeric(emailTexts.unknownDuration))),
});

export const MailSummary = z.object({
  email_name: z.string(),
  /** How many of its messages the caller has not opened; 100: that many or more. */
  unread: z.int(),
  /** The newest message; null: none. */
  last: z.nullable(z.object({ creation: instant, sender: z.string() })),
});
export type MailSummary = z.infer<typeof MailSummary>;

const address = z
  .string({ error: texts.emailRequired })
  .check(
    z.trim(),
    z.minLength(1, { error: texts.emailRequired }),
    z.maxLength(320, { error: texts.tooLong("Email", 320), abort: true }),
    z.overwrite(canonicalAddress),
  );
/** The answer holds the address as it now is. If a server leaves it out, the reloaded list shows it. */
const changed = z.extend(Done, { email: z.catch(z.optional(Email), undefined) });

export const email = methods(`${api}.email`, {
  /** The domains on which the company may make addresses: the platform's and its own verified ones (P77). */
  get_company_domains: get({ access: "Member", input: z.object({}), output: z.array(z.string()) }),
  /** Whether an address could be made now. */
  is_email_available: postToRead({ access: "Member", input: z.object({ email: address }), output: z.boolean() }),
  /** A free prefix that people can read aloud. */
  get_unique_email_prefix: postToRead({ access: "Member", input: z.object({ domain }), output: z.string() }),
  create_email: post({ access: "Member", plan: true, input: NewEmail, output: changed }),
  /**
   * Deactivates. With `activate` (needs the plan): activates and renews by the original duration (requirement P03). With
   * `undo` (needs the plan): takes back a deactivation of the last minute, with the end that the address had (row Y05).
   */
  toggle_email: post({
    access: "Member",
    input: z.object({
      email: address,
      action: blank(z._default(z.enum(["activate", "deactivate", "undo"]), "deactivate")),
    }),
    output: changed,
  }),
  /** Replaces its tags and its note (row T06). */
  label_email: post({
    access: "Member",
    input: z.object({ email: address, tags: json(emailTags), note: emailNote }),
    output: changed,
  }),
  /** What has come to addresses, of those that the caller may read (rows Y04, Y05). */
  get_mail_summary: get({
    access: "Member",
    input: z.object({ emails: json(z.array(address).check(z.maxLength(limits.summaryMax))) }),
    output: z.array(MailSummary),
  }),
});
