import { createHmac } from "node:crypto";
import { type DnsRecord, recordStatuses } from "@mayfly/contracts";
import { z } from "zod";
import type { Context } from "../../context.ts";
import type { Dns, MailExchange } from "../../outbound/dns.ts";
import { cut } from "../../text/cut.ts";

const Finding = z.object({ status: z.enum(recordStatuses), seen: z.array(z.string()) });
type Finding = z.infer<typeof Finding>;

/** The results of looking up a domain's records. */
const Findings = z.object({ TXT: Finding, MX: Finding });
export type Findings = z.infer<typeof Findings>;

const unchecked: Finding = { status: "unchecked", seen: [] };
const unanswered: Finding = { status: "unanswered", seen: [] };

/**
 * The token that a company's TXT record for a domain must hold. It is always the same, so that a domain that is removed
 * and added again needs no new record, and a company can prove its claim before it has added the domain.
 */
export const tokenOf = ({ secret }: Pick<Context, "secret">, company: string, domain: string): string =>
  createHmac("sha256", secret("domain verification")).update(`${company} ${domain}`).digest("hex").slice(0, 32);

/** Precedes the token in the TXT record, so that people who read the zone know which service it is for. */
const txtPrefix = "mayfly-verification=";

/**
 * The name of the TXT record. Not the domain itself: that may be a CNAME, which allows no other record beside it
 * (RFC 1034 section 3.6.2), and often has many TXT records. The underscore keeps it apart from host names (RFC 8552).
 */
export const txtName = (domain: string) => `_mayfly.${domain}`;

export const proofOf = (domain: string, token: string) => ({ name: txtName(domain), value: txtPrefix + token });

interface Named {
  domain_name: string;
  verification_token: string;
}

/** The records to be set in DNS, each with the result of its last lookup. */
export function recordsOf(row: Named & { findings: unknown }, mailHost: string): DnsRecord[] {
  const { TXT, MX } = Findings.catch({ TXT: unchecked, MX: unchecked }).parse(row.findings);
  return [
    { type: "TXT", ...proofOf(row.domain_name, row.verification_token), priority: null, ...TXT },
    { type: "MX", name: row.domain_name, value: mailHost, priority: 10, ...MX },
  ];
}

/** Looks up both records. Never throws: a failure of the name servers is a finding too. */
export async function look(
  { dns, mailHost }: { dns: Dns; mailHost: string },
  { domain_name, verification_token }: Named,
): Promise<Findings> {
  const { name, value } = proofOf(domain_name, verification_token);
  const [texts, exchanges] = await Promise.all([dns.txt(name), dns.mx(domain_name)]);
  return {
    TXT: texts ? finding(texts.some((text) => unquoted(text) === value) ? "found" : "missing", texts) : unanswered,
    MX: exchanges ? leadsTo(mailHost, exchanges) : unanswered,
  };
}

/**
 * The value of a TXT record that was pasted into a form as a zone file has it (RFC 1035 section 5.1): in quotation
 * marks, perhaps escaped, and perhaps as several strings, which are one value.
 */
function unquoted(text: string): string {
  const pasted = text.replaceAll('\\"', '"').trim();
  const strings = /^(?:"[^"]*"\s*)+$/.test(pasted) ? [...pasted.matchAll(/"([^"]*)"/g)] : [["", pasted]];
  return strings
    .map(([, string]) => string)
    .join("")
    .trim();
}

const finding = (status: Finding["status"], texts: string[]): Finding => ({
  status,
  seen: texts.slice(0, shownRecords).map(shown),
});

/** Whether all mail comes here: senders try the lowest preference, and any host that has it (RFC 5321 section 5.1). */
function leadsTo(mailHost: string, exchanges: MailExchange[]): Finding {
  const isOurs = ({ exchange }: MailExchange) => exchange.toLowerCase().replace(/\.$/, "") === mailHost;
  const own = Math.min(...exchanges.filter(isOurs).map(({ priority }) => priority));
  if (own === Number.POSITIVE_INFINITY) return finding("missing", exchanges.map(asText));
  const before = exchanges.filter((one) => !isOurs(one) && one.priority <= own);
  return before.length === 0 ? finding("found", exchanges.map(asText)) : finding("outranked", before.map(asText));
}

const asText = ({ priority, exchange }: MailExchange) => `${priority} ${exchange || "."}`;

/** Limits of what is shown of a DNS answer, which can be 64 KB of anything. */
const shownRecords = 5;
const shownCharacters = 200;

const shown = (text: string) => {
  const clean = text.replace(/[\p{C}\p{Z}]+/gu, " ");
  return clean.length > shownCharacters ? `${cut(clean, shownCharacters)}…` : clean;
};
