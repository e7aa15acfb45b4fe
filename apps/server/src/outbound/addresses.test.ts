import { expect, it } from "vitest";
import { isPublicAddress, isPublicHost } from "./addresses.ts";

it.each(["8.8.8.8", "100.63.255.255", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"])(
  "accepts the address %s as public",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each([
  ...["127.0.0.1", "127.255.255.254", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.169.254"],
  ...["168.63.129.16", "::ffff:168.63.129.16"],
  ...["0.0.0.0", "0.1.2.3", "100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "198.18.0.1", "203.0.113.1"],
  ...["224.0.0.1", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:0:127.0.0.1"],
  ...["64:ff9b::127.0.0.1", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2001::1", "2001:db8::1", "100::1", "4000::1"],
  ...["fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "3fff::1", "5f00::1"],
  ...["", "example.com", "127.1", "0x7f000001"],
])("refuses the address %s as not public (threat 27)", (address) => expect(isPublicAddress(address)).toBe(false));

it.each(["example.com", "8.8.8.8", "[2606:4700::1111]", "localhost.example.com", "xn--bcher-kva.example"])(
  "accepts a URL with the host %s",
  (host) => expect(isPublicHost(new URL(`http://${host}:8080/hook`))).toBe(true),
);

it.each([
  ...["localhost", "LOCALHOST", "localhost.", "a.localhost", "printer.local", "metadata.google.internal", "intranet"],
  ...["router.home.arpa", "localhost.localdomain", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001"],
  ...["0x7f.0.0.1", "0177.0.0.1", "017700000001", "0", "169.254.169.254", "[::1]", "[::]", "[::ffff:127.0.0.1]"],
  ...["[0:0:0:0:0:ffff:7f00:1]", "[64:ff9b::7f00:1]", "①②⑦.⓪.⓪.①", "127。0。0。1", "%31%32%37.0.0.1"],
])("refuses a URL with the host %s", (host) => expect(isPublicHost(new URL(`http://${host}/`))).toBe(false));
