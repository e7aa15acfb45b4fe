import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const global = ipaddr.IPv6.parse("2000::");

/** Public by their range, and inside all the same: what answers a virtual machine of Azure about itself. */
const insideAddresses = new Set(["168.63.129.16"]);

/**
 * Whether an IP address is one of the public internet. Ranges with an IPv4 address inside them (64:ff9b::, 2002::) are
 * not, whatever it is; ::ffff: counts as the IPv4 address that it is.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (insideAddresses.has(parsed.toString())) return false;
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(global, 3));
}

/** Names that mean this machine or this network by themselves (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const insideNames = /(^|\.)(localhost|local|internal|home\.arpa|localdomain)$/;

/**
 * Whether a URL may lead to the public internet: what can be said without asking a name server. Octal, decimal and
 * other spellings of an address have become plain in a URL already.
 */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isPublicAddress(host);
  const name = host.toLowerCase().replace(/\.$/, "");
  return name.includes(".") && !insideNames.test(name);
}
