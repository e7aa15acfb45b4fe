import { domainToASCII } from "node:url";

/** Characters of URLs and addresses. Node would extract the host from such a text, a name that nobody has given. */
const noName = /[\s/\\@:?#%[\]]/;

/** A domain as in DNS, in ASCII (punycode) and lower case; empty if the text is no domain. */
export const asciiDomain = (given: string) => (noName.test(given) ? "" : domainToASCII(given));
