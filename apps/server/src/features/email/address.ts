import { randomInt } from "node:crypto";
import { domainLine, emailTexts } from "@mayfly/contracts";
import type { MemberContext } from "../../context.ts";
import { type CompanyTransaction, sql, type Transaction } from "../../database/company_database.ts";
import { Refusal } from "../../refusal.ts";

/** Names that people and programs take for the platform itself (RFC 2142, and RFC 5321 section 4.5.1). */
const reserved = new Set([
  ...["abuse", "admin", "administrator", "billing", "contact", "dmarc", "dns", "ftp", "help", "hostmaster", "info"],
  ...["legal", "mail", "mailer-daemon", "mayfly", "no-reply", "nobody", "noc", "noreply", "postmaster", "privacy"],
  ...["root", "sales", "security", "smtp", "spam", "ssl-admin", "ssladmin", "support", "sysadmin", "tls", "usenet"],
  ...["uucp", "webmaster", "www"],
]);

/**
 * Whether nobody may have an address: its owner would get what is meant for the platform, such as bounces of its own
 * mail. On a company's own domains nothing is reserved: what people send there is not meant for the platform.
 */
export const isReserved = (
  prefix: string,
  domain: string,
  { defaultDomains, sender }: Pick<MemberContext, "defaultDomains" | "sender">,
) => defaultDomains.includes(domain) && (reserved.has(prefix) || `${prefix}@${domain}` === sender);

/** The domains on which a company may make addresses, the platform's first (requirement P77). */
export async function domainsOf(db: CompanyTransaction, defaultDomains: string[]): Promise<string[]> {
  const own = await db.domain.findMany({ where: { is_verified: true }, orderBy: { domain_name: "asc" } });
  return [...defaultDomains, ...own.map((row) => row.domain_name)];
}

/** Whether the company may make addresses on a domain. */
export const mayUse = async (db: CompanyTransaction, domain: string, defaultDomains: string[]): Promise<boolean> =>
  defaultDomains.includes(domain) || (await db.domain.count({ where: { domain_name: domain, is_verified: true } })) > 0;

/** @throws Refusal when the company may not make addresses on a domain */
export async function requireDomain(db: CompanyTransaction, domain: string, defaultDomains: string[]): Promise<void> {
  if (await mayUse(db, domain, defaultDomains)) return;
  const isUnverified = (await db.domain.count({ where: { domain_name: domain } })) > 0;
  const text = isUnverified ? emailTexts.unverifiedDomain(domainLine(domain)) : emailTexts.foreignDomain;
  throw Refusal.invalid(text).about("domain");
}

const consonants = "bdfgklmnprstvz";
const vowels = "aeiou";
const pick = (signs: string) => signs.charAt(randomInt(signs.length));
const word = (syllables: number) => Array.from({ length: syllables }, () => pick(consonants) + pick(vowels)).join("");

/** Two made-up words and a number: easy to read aloud, with 150 thousand million possible values. */
const randomPrefix = () => `${word(2)}-${word(3)}-${randomInt(10, 100)}`;

/** Enough attempts to find a free prefix, even on a domain that is half full. */
const maxAttempts = 20;

/** A prefix that no company uses on a domain. @throws Refusal when none is found */
export async function freePrefix(tx: Transaction, domain: string): Promise<string> {
  for (let count = 0; count < maxAttempts; count += 1) {
    const prefix = randomPrefix();
    if (!(await addressExists(tx, `${prefix}@${domain}`))) return prefix;
  }
  throw Refusal.invalid(emailTexts.noRandomPrefix);
}

/** Whether any company has an address: addresses are unique across companies. */
export async function addressExists(tx: Transaction, address: string): Promise<boolean> {
  const [row] = await sql(tx)<{ exists: boolean }>`SELECT EXISTS (SELECT FROM email WHERE email_name = ${address})`;
  return row?.exists === true;
}
