import { isIP } from "node:net";
import { domainMax, domainTexts } from "@mayfly/contracts";
import { parse } from "tldts";
import { asciiDomain } from "../../ascii_domain.ts";
import { Refusal } from "../../refusal.ts";

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** What a person typed, in ASCII, lower case, without the last dot. */
export const written = (typed: string) => asciiDomain(typed).replace(/\.$/, "");

/** Whether it is one of the platform's, which may be names that no company's domain can have (localhost). */
export const isDefault = (typed: string, defaultDomains: string[]) => defaultDomains.includes(written(typed));

/** What a person typed, as DNS has it. @throws Refusal */
export function domainName(typed: string): string {
  const name = written(typed);
  if (isIP(name) !== 0 || isIP(typed.replace(/^\[|\]$/g, "")) !== 0) throw Refusal.invalid(domainTexts.address);
  if (name.length > domainMax) throw Refusal.invalid(domainTexts.tooLong);
  if (!name.split(".").every((part) => label.test(part))) throw Refusal.invalid(domainTexts.invalid);
  if (!name.includes(".")) throw Refusal.invalid(domainTexts.bare);
  // Also where a company lets people register names below its own: who gets `_mayfly` there has proved nothing.
  const { publicSuffix, domain } = parse(name, { allowPrivateDomains: true });
  if (domain === null) throw Refusal.invalid(domainTexts.suffix(publicSuffix ?? name));
  return name;
}
