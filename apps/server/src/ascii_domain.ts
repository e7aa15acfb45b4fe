import { domainToASCII } from "node:url";

/** Signs of URLs and addresses. Node would read the host out of them, and take a name that nobody has given. */
const noName = /[\s/\\@:?#%[\]]/;

/** A domain as DNS has it, in ASCII and lower case; empty when it is none. */
export const asciiDomain = (given: string) => (noName.test(given) ? "" : domainToASCII(given));
