import { afterAll, beforeAll, expect, it } from "vitest";
import { openDns } from "../../outbound/dns.ts";
import { type DnsZone, dnsZone } from "../../testing/dns_server.ts";
import { look, proofOf } from "./records.ts";

let zone: DnsZone;
beforeAll(async () => {
  zone = await dnsZone();
});
afterAll(() => zone[Symbol.asyncDispose]());

const domain = { domain_name: "owned.example", verification_token: "0123abcd" };
const { name, value } = proofOf(domain.domain_name, domain.verification_token);

async function statusOf(data: string | string[]) {
  zone.set(name, "TXT", [{ data }]);
  return (await look({ dns: openDns([zone.address]), mailHost: "mx.mayfly.test" }, domain)).TXT.status;
}

it.each([
  value,
  ` ${value}\t`,
  `"${value}"`,
  ` " ${value} " `,
  String.raw`\"${value}\"`,
  `"mayfly-" "verification=0123abcd"`,
  `"mayfly-""verification=0123abcd"`,
  [value.slice(0, 5), value.slice(5)],
  [`"${value.slice(0, 5)}`, `${value.slice(5)}"`],
  [`"${value.slice(0, 5)}"`, `"${value.slice(5)}"`],
])("finds the TXT record whose value was pasted as %j", async (data) => {
  expect(await statusOf(data)).toBe("found");
});

it.each([
  `"${value}`,
  `x"${value}"`,
  `"${value}" x`,
  `"x" "${value}"`,
  `'${value}'`,
  `${value}0`,
  `"${value}" "0"`,
  '""',
])("does not take %s for the TXT record", async (data) => {
  expect(await statusOf(data)).toBe("missing");
});
