import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { blank, Done, doneTo, flag, instant, json, paging } from "./values.ts";
import { api, get, methods, post } from "./wire.ts";

/** The longest name whose TXT record still has a name of at most 253 characters (RFC 1035 section 2.3.4). */
export const domainMax = 245;

export const domainTexts = {
  added: "Domain added successfully!",
  verified: "Domain verified successfully!",
  removed: "Domain removed successfully!",
  required: "Domain is required",
  tooLong: `Domain must be at most ${domainMax} characters long`,
  invalid: "Please enter a domain name, for example mail.example.com",
  address: "Please enter a domain name, not an IP address",
  bare: "Please enter a full domain name, for example mail.example.com",
  /** @param suffix e.g. co.uk */
  suffix: (suffix: string) =>
    `Names are registered under ${suffix}, so nobody can own it. Please enter a name below it.`,
  isDefault: (domain: string) => `${domain} is a default domain. You can use it already.`,
  belowDefault: (domain: string, name: string) => `${domain} belongs to ${name}, which is a default domain.`,
  twice: (domain: string) => `You have already added ${domain}.`,
  taken: (domain: string) => `${domain} belongs to another company.`,
  /** Another company has added the name, and has not proved it. */
  claimed: (domain: string, { name, value }: { name: string; value: string }) =>
    `${domain} has been added by another company, which has not proved that it owns it. If it is yours, set a TXT record named ${name} with the value ${value} and add the domain again.`,
  defaultVerify: "Default domain cannot be verified",
  defaultRemove: "Default domain cannot be deleted",
  notFound: "Domain not found",
  /** The TXT record is not there, or holds something else. */
  unproved: (name: string) =>
    `We did not find the TXT record at ${name} yet. New DNS records can take a while to be seen everywhere.`,
  unanswered: (domain: string) =>
    `The name servers of ${domain} did not answer, so nothing could be checked. Please try again in a few minutes.`,
  mailElsewhere: "Mail does not reach us yet",
} as const;

/** The result of the last check of a record. An outranked MX record exists, but other servers get mail before it. */
export const recordStatuses = ["unchecked", "found", "missing", "outranked", "unanswered"] as const;

export const DnsRecord = z.object({
  type: z.enum(["TXT", "MX"]),
  /** The name at which it is to be set. */
  name: z.string(),
  /** The value to set. */
  value: z.string(),
  /** Only for an MX record. */
  priority: z.nullable(z.number()),
  status: z.enum(recordStatuses),
  /** The records that were found there; for an outranked MX record, only those that come before it. */
  seen: z.array(z.string()),
});
export type DnsRecord = z.infer<typeof DnsRecord>;

export const Domain = z.object({
  /** Equals `domain_name`. */
  name: z.string(),
  /** In ASCII. */
  domain_name: z.string(),
  is_verified: flag,
  /** The platform's own: verified, cannot be removed, counts towards no limit (requirements P74, P75, P136). */
  is_default: flag,
  /** Null for the platform's own. */
  creation: z.nullable(instant),
  /** Who added it; empty for the platform's own. */
  owner: z.string(),
  /** Whether mail for it came here at the last check that got an answer. */
  mx_found: flag,
  /** When its records were last checked. */
  checked: z.nullable(instant),
  /** Since when a verified domain's TXT record, its proof, has been missing. */
  failing_since: z.nullable(instant),
  /** When a verified domain becomes unverified, if its proof does not come back. */
  unverified_on: z.nullable(instant),
  /** Active addresses on it: what its removal would deactivate. */
  active_emails: z.number(),
  /** The records to set in DNS, the proof (TXT) first. */
  records: z.array(DnsRecord),
});
export type Domain = z.infer<typeof Domain>;

/** What a person typed. The server decides whether it can be a domain. */
const typed = z
  .string({ error: domainTexts.required })
  .check(
    z.trim(),
    z.minLength(1, { error: domainTexts.required, abort: true }),
    z.maxLength(domainMax, { error: domainTexts.tooLong }),
  );

const fieldNames = new Set(["*", ...Object.keys(Domain.shape)]);
const field = z.string().check(
  z.maxLength(140, { abort: true }),
  z.refine((name) => fieldNames.has(name), { error: ({ input }) => `Unknown field: ${input}` }),
);

export const domain = methods(`${api}.domain`, {
  /** The company's domains, the newest first, then the platform's. `count` is that of all pages. */
  list_domains: get({
    access: "Member",
    input: z.object({
      ...paging(limits.listPageMax),
      /** The fields that are wanted; without them, all. */
      fields: blank(z.optional(json(z.array(field).check(z.minLength(1), z.maxLength(50))))),
    }),
    output: z.object({ domains: z.array(z.partial(Domain)), count: z.number() }),
  }),
  /** From now on the company can prove that it owns the domain (requirement P137). */
  add_domain: post({ access: "Administrator", plan: true, input: z.object({ domain: typed }), output: doneTo(Domain) }),
  /** Checks the records now. Refuses when the proof is missing; the list then shows what was found. */
  verify_domain: post({
    access: "Administrator",
    plan: true,
    input: z.object({ domain: typed }),
    output: doneTo(Domain),
  }),
  /** Deactivates the addresses on it. Their mail stays. */
  remove_domain: post({
    access: "Administrator",
    input: z.object({ domain_name: typed }),
    output: Done,
  }),
});
