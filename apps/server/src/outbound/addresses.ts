import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const global = ipaddr.IPv6.parse("2000::");

/** Addresses in public ranges that are internal all the same: what tells a virtual machine on Azure about itself. */
const insideAddresses = new Set(["168.63.129.16"]);

/**
 * Whether an IP address belongs to the public internet. Ranges that embed an IPv4 address (64:ff9b::, 2002::) do not,
 * whatever that address is; an ::ffff: address counts as the IPv4 address in it.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (insideAddresses.has(parsed.toString())) return false;
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(global, 3));
}

/** Names that by definition mean this machine or this network (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const insideNames = /(^|\.)(localhost|local|internal|home\.arpa|localdomain)$/;

/**
 * Whether a URL may lead to the public internet, as far as can be said without a DNS lookup. The URL parser has already
 * turned octal, decimal and other spellings of an address into the usual one.
 */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isPublicAddress(host);
  const name = host.toLowerCase().replace(/\.$/, "");
  return name.includes(".") && !insideNames.test(name);
}

/** What counts as reachable for everybody. */
export interface Internet {
  isPublicAddress(address: string): boolean;
  isPublicHost(url: URL): boolean;
}

export const publicInternet: Internet = { isPublicAddress, isPublicHost };
