import { domain, domainTexts, errorText } from "@mayfly/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { atOnce } from "../../testing/at_once.ts";
import { type DnsZone, dnsZone } from "../../testing/dns_server.ts";
import { lockIsWaitedFor } from "../../testing/lock.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";
import { proofOf } from "./records.ts";

let dns: DnsZone;
beforeAll(async () => {
  dns = await dnsZone();
});
afterAll(() => dns[Symbol.asyncDispose]());
const app = sharedApp(() => ({ DNS_SERVERS: dns.address, MAIL_HOST: "mx.mayfly.test", RATE_LIMIT_FACTOR: "1" }));

const { add_domain, list_domains, verify_domain } = domain;
const add = (member: TestMember, name: string) => member.call(add_domain, { domain: name });

it("adds a domain, unverified, with the records to set (K32, K33, E13, L17, P103)", async () => {
  const admin = await app.member("Administrator");
  const { status, body } = await add(admin, "  Bücher.Example ");
  expect(status).toBe(200);
  expect(body.message).toMatchObject({
    ...{ name: "xn--bcher-kva.example", domain_name: "xn--bcher-kva.example", is_verified: 0, is_default: 0 },
    ...{ creation: app.clock.now.toISOString(), owner: admin.name, mx_found: 0, checked: null, active_emails: 0 },
    records: [
      {
        type: "TXT",
        name: "_mayfly.xn--bcher-kva.example",
        value: expect.stringMatching(/^mayfly-verification=[0-9a-f]{32}$/),
        ...{ priority: null, status: "unchecked", seen: [] },
      },
      {
        type: "MX",
        name: "xn--bcher-kva.example",
        value: "mx.mayfly.test",
        priority: 10,
        status: "unchecked",
        seen: [],
      },
    ],
  });
  const { success, message, ...added } = body.message;
  expect([success, message]).toEqual([true, domainTexts.added]);
  expect((await admin.call(list_domains, { start: "", limit: "", fields: "" })).body.message.domains[0]).toEqual(added);
  // Refusals name it as people write it (Y11).
  const { body: refusal } = await add(admin, "BÜCHER.example");
  expect(JSON.stringify(refusal)).toContain(domainTexts.twice("bücher.example (xn--bcher-kva.example)"));
});

it("accepts a form and a multipart body (P139)", async () => {
  const admin = await app.member("Administrator");
  const form = { method: "POST", body: new URLSearchParams({ domain: "form.example" }) };
  expect((await admin.fetch(add_domain.path, form)).body.message.domain_name).toBe("form.example");
  const parts = new FormData();
  parts.set("domain", "parts.example");
  const multipart = { method: "POST", body: parts };
  expect((await admin.fetch(add_domain.path, multipart)).body.message.domain_name).toBe("parts.example");
});

it.each([
  [{}, 417, domainTexts.required],
  [{ domain: "  " }, 417, domainTexts.required],
  [{ domain: 5 }, 417, "domain must be a text."],
  [{ domain: "a".repeat(254) }, 417, domainTexts.tooLong],
  [{ domain: "co.uk" }, 417, domainTexts.suffix("co.uk")],
  [{ domain: "10.0.0.1" }, 417, domainTexts.address],
  [{ domain: "Mayfly.test." }, 409, domainTexts.isDefault("mayfly.test")],
  [{ domain: "localhost" }, 409, domainTexts.isDefault("localhost")],
  [{ domain: "own.Mayfly.test" }, 409, domainTexts.belowDefault("own.mayfly.test", "mayfly.test")],
])("refuses %j (E10, P74)", async (input, status, text) => {
  const admin = await app.member("Administrator");
  const answer = await admin.call(add_domain, input);
  expect([answer.status, errorText(answer.body)]).toEqual([status, text]);
  expect(await app.rootDb.domain.count({ where: { company: admin.company } })).toBe(0);
});

it("refuses Members and guests (P54)", async () => {
  expect((await add(await app.member("Member"), "a.example")).status).toBe(403);
  expect((await app.guest.call(add_domain, { domain: "a.example" })).status).toBe(401);
});

it("needs a plan with domains (E11, J26, P12)", async () => {
  const admin = await app.member("Administrator");
  const { company } = admin;
  await app.rootDb.subscription.update({ where: { company }, data: { plan: "starter" } });
  const answer = await add(admin, "a.example");
  const text = "Domain feature is not available in your current plan";
  expect([answer.status, errorText(answer.body)]).toEqual([403, text]);
  await app.rootDb.subscription.update({ where: { company }, data: { plan: "professional" } });
  expect((await add(admin, "a.example")).status).toBe(200);
});

it("enforces the plan's domain limit, even with a hundred concurrent calls (E12, P75, threat 41)", async () => {
  await app.limit("domain", { limit: 3 });
  const admin = await app.member("Administrator");
  for (const name of ["first.example", "second.example"]) expect((await add(admin, name)).status).toBe(200);
  const answers = await atOnce(100, (at) => add(admin, `n${at}.example`));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const text = "Domain limit reached (3 domains). Please upgrade your plan to add more domains.";
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ body }) => errorText(body)))).toEqual(new Set([text]));
  expect(await app.rootDb.domain.count({ where: { company: admin.company } })).toBe(3);
});

it("adds a domain only once across companies, even with concurrent calls (P137)", async () => {
  const [ours, theirs] = [await app.member("Administrator"), await app.member("Administrator")];
  const answers = await atOnce(40, (at) => add(at % 2 === 0 ? ours : theirs, "contested.example"));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const contested = await app.rootDb.domain.findMany({ where: { domain_name: "contested.example" } });
  expect(contested).toHaveLength(1);
  const company = contested[0]?.company;
  const again = await add(company === ours.company ? ours : theirs, "CONTESTED.example.");
  expect([again.status, errorText(again.body)]).toEqual([409, domainTexts.twice("contested.example")]);
});

it("lets another company add a subdomain, which needs a proof of its own", async () => {
  const [ours, theirs] = [await app.member("Administrator"), await app.member("Administrator")];
  dns.prove((await add(ours, "example.com")).body.message);
  expect((await ours.call(verify_domain, { domain: "example.com" })).status).toBe(200);
  expect((await add(theirs, "sub.example.com")).body.message.is_verified).toBe(0);
  expect((await theirs.call(verify_domain, { domain: "sub.example.com" })).status).toBe(417);
});

it("gives a domain that a squatter has added to the company that proves it (decision 006)", async () => {
  const [squatter, owner] = [await app.member("Administrator"), await app.member("Administrator")];
  await add(squatter, "owned.example");
  // An address created when the domain was a default domain of the platform.
  const email_name = await app.address(squatter, { domain: "owned.example" });

  const refused = await add(owner, "owned.example");
  expect(refused.status).toBe(409);
  const [, name = "", value = ""] =
    /record named (\S+) with the value (\S+) and/.exec(errorText(refused.body) ?? "") ?? [];
  expect(name).toBe("_mayfly.owned.example");

  // The squatter's own token proves nothing for anybody else.
  const { verification_token } = await app.rootDb.domain.findUniqueOrThrow({ where: { domain_name: "owned.example" } });
  dns.set(name, "TXT", [{ data: proofOf(name, verification_token).value }]);
  expect((await add(owner, "owned.example")).status).toBe(409);

  dns.set(name, "TXT", [{ data: "v=spf1 -all" }, { data: value }]);
  const taken = await add(owner, "owned.example");
  expect(taken.body.message).toMatchObject({ domain_name: "owned.example", is_verified: 1, owner: owner.name });
  expect((await squatter.call(list_domains)).body.message.count).toBe(3);
  expect((await squatter.call(verify_domain, { domain: "owned.example" })).status).toBe(404);
  expect((await app.rootDb.email.findUniqueOrThrow({ where: { email_name } })).is_active).toBe(false);
  const companies = [squatter.company, owner.company];
  const told = await app.rootDb.notificationLog.findMany({
    where: { company: { in: companies } },
    orderBy: { subject: "asc" },
  });
  expect(told.map(({ subject, for_user }) => [subject, for_user])).toEqual([
    ["Domain taken over", squatter.name],
    ["Domain verified", owner.name],
  ]);
  // The company that loses the domain does not learn who has it.
  const lost = await app.rootDb.event.findFirstOrThrow({
    where: { company: { in: companies }, type: "domain.taken_over" },
  });
  expect(lost).toMatchObject({ company: squatter.company, actor: null, network: null, via: "system" });
  const won = await app.rootDb.event.findMany({ where: { company: owner.company }, orderBy: { type: "asc" } });
  expect(won.map(({ type, actor }) => [type, actor])).toEqual([
    ["domain.added", owner.name],
    ["domain.verified", owner.name],
  ]);

  const back = await add(squatter, "owned.example");
  expect([back.status, errorText(back.body)]).toEqual([409, domainTexts.taken("owned.example")]);
});

it("never gives a verified domain to another company, whatever its records say now", async () => {
  const [first, second] = [await app.member("Administrator"), await app.member("Administrator")];
  const held = { domain_name: "held.example" };
  await add(first, "held.example");
  const [, value = ""] = /value (\S+) and/.exec(errorText((await add(second, "held.example")).body) ?? "") ?? [];
  await app.rootDb.domain.update({ where: held, data: { is_verified: true } });
  dns.set("_mayfly.held.example", "TXT", [{ data: value }]);
  const answer = await add(second, "held.example");
  expect([answer.status, errorText(answer.body)]).toEqual([409, domainTexts.taken("held.example")]);
  expect(await app.rootDb.domain.findUniqueOrThrow({ where: held })).toMatchObject({
    company: first.company,
    is_verified: true,
  });
});

it("enforces the plan's domain limit when a company takes over two domains at once (threat 41)", async () => {
  const [squatter, owner] = [await app.member("Administrator"), await app.member("Administrator")];
  // Two members, since calls of one wait for each other when there are few connections.
  const owners = [owner, await app.member("Administrator", owner.company)];
  const names = ["one.example", "two.example"];
  for (const name of names) {
    await add(squatter, name);
    const [, value = ""] = /value (\S+) and/.exec(errorText((await add(owner, name)).body) ?? "") ?? [];
    dns.set(`_mayfly.${name}`, "TXT", [{ data: value }]);
  }
  await app.limit("domain", { limit: 1 });
  const { answers } = await app.rootDb.$transaction(async (tx) => {
    // The locked rows hold up both calls until both have begun.
    await tx.$queryRaw`SELECT FROM domain FOR UPDATE`;
    const answers = names.map((name, at) => add(owners[at] ?? owner, name));
    await lockIsWaitedFor(app.rootDb, 2);
    return { answers };
  });
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 417]);
  expect(await app.rootDb.domain.count({ where: { company: owner.company } })).toBe(1);
});

it("refuses a takeover beyond the plan's limit, and limits the rate of attempts", async () => {
  const [squatter, owner] = [await app.member("Administrator"), await app.member("Administrator")];
  await add(squatter, "squatted.example");
  await app.limit("domain", { limit: 1 });
  await add(owner, "owners.example");
  const full = await add(owner, "squatted.example");
  expect(errorText(full.body)).toBe("Domain limit reached (1 domain). Please upgrade your plan to add more domains.");
  await app.limit("domain", { limit: 2 });
  const statuses = [];
  for (let count = 0; count < 61; count += 1) statuses.push((await add(owner, "squatted.example")).status);
  expect(statuses).toEqual([...Array(60).fill(409), 429]);
});
