import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { texts } from "./texts.ts";

// Browsers and servers have it alike, but no library of types that both share.
declare const URL: { canParse(url: string): boolean; new (url: string): { hostname: string } };

/** Characters of URLs and addresses: a URL would end or change at one, lose it, or hold a name that nobody has given. */
const noName = /[\s\p{Cc}/\\@:?#%[\]]/u;

/** A domain as in DNS, in ASCII (punycode, UTS 46) and lower case; empty if the text is no domain. */
export function asciiDomain(given: string): string {
  const url = `http://${given}`;
  return given !== "" && !noName.test(given) && URL.canParse(url) ? new URL(url).hostname : "";
}

/** The one form of a domain that people give, in which it is stored and compared; trimmed and lower case if it is none. */
export const canonicalDomain = (given: string): string => asciiDomain(given.trim()) || given.trim().toLowerCase();

/**
 * The one form of an address, in which it is stored and compared: trimmed, lower case, its domain in ASCII. A text
 * whose domain is none is only trimmed and lower case.
 */
export function canonicalAddress(given: string): string {
  const address = given.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = at < 0 ? "" : asciiDomain(address.slice(at + 1));
  return domain === "" ? address : `${address.slice(0, at)}@${domain}`;
}

/** RFC 5322, 3.2.3: a dot-atom of ASCII characters. Quoted local parts are not taken. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** RFC 1035, 2.3.4, and no dash at either end. */
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** The last label begins with a letter, so that it is no IP address. */
const lastLabel = /^[a-z][a-z0-9-]*[a-z0-9]$/;

/** Whether an address in its canonical form is one that mail can be sent to from anywhere. */
function isAddress(address: string): boolean {
  const at = address.lastIndexOf("@");
  const labels = address.slice(at + 1).split(".");
  return (
    at <= limits.prefixMax &&
    address.length <= limits.addressMax &&
    localPart.test(address.slice(0, Math.max(at, 0))) &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    lastLabel.test(labels.at(-1) ?? "")
  );
}

/** A person's address as people type it, in its canonical form, so that one person has one account. */
export const memberAddress = (required: string) =>
  z.pipe(
    z
      .string({ error: required })
      .check(
        z.trim(),
        z.minLength(1, { error: required }),
        z.maxLength(limits.addressMax, { error: texts.emailInvalid }),
      ),
    z.string().check(z.overwrite(canonicalAddress), z.refine(isAddress, { error: texts.emailInvalid })),
  );
export const emailAddress = memberAddress(texts.emailRequired);
