import { isIP } from "node:net";
import { asciiDomain, domainMax, domainTexts } from "@mayfly/contracts";
import { parse } from "tldts";
import { Refusal } from "../../refusal.ts";

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** What a person typed, in ASCII, lower case, without the last dot. */
export const written = (typed: string) => asciiDomain(typed).replace(/\.$/, "");

/** Whether it is a default domain of the platform. Those may be names that no company can add (localhost). */
export const isDefault = (typed: string, defaultDomains: string[]) => defaultDomains.includes(written(typed));

/** What a person typed, as the name in DNS. @throws Refusal when no company can own such a name */
export function domainName(typed: string): string {
  const name = written(typed);
  if (isIP(name) !== 0 || isIP(typed.replace(/^\[|\]$/g, "")) !== 0) throw Refusal.invalid(domainTexts.address);
  if (name.length > domainMax) throw Refusal.invalid(domainTexts.tooLong);
  if (!name.split(".").every((part) => label.test(part))) throw Refusal.invalid(domainTexts.invalid);
  if (!name.includes(".")) throw Refusal.invalid(domainTexts.bare);
  // Private suffixes count too: where anybody may register names below a domain, `_mayfly` there proves nothing.
  const { publicSuffix, domain } = parse(name, { allowPrivateDomains: true });
  if (domain === null) throw Refusal.invalid(domainTexts.suffix(publicSuffix ?? name));
  return name;
}
