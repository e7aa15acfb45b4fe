import { cut } from "../../text/cut.ts";
import { visibleLine } from "../../text/visible_text.ts";

/** Somebody whom a header names (RFC 5322, section 3.4). Either part may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

const nameLength = 200;
const addressLength = 320;

/** The at sign, also in its fullwidth and small forms. */
const atSign = /[@\uff20\ufe6b]/;

/**
 * `Name <address>`, or the one of them that there is; empty for a name alone that could pass for an address. Keeps name
 * and address apart, so that no name that looks like an address, or is long, passes for it (threat 20).
 */
export function mailboxText(mailbox: Mailbox): string {
  const address = cut(visibleLine(mailbox.address).replace(/[<>]/g, ""), addressLength);
  const name = cut(visibleLine(mailbox.name).replace(/[<>]/g, ""), nameLength);
  if (name === "" || name === address) return address;
  if (address === "") return atSign.test(name) ? "" : name;
  return `${name} <${address}>`;
}
