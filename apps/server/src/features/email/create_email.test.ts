import { email, emailTexts, planRefusals, planTexts, resource } from "@mayfly/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { atOnce } from "../../testing/at_once.ts";
import { lockIsWaitedFor } from "../../testing/lock.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";
import { lockCompany } from "../subscription/subscription.ts";

const day = 86_400;

const app = sharedApp({ DEFAULT_DOMAINS: "mayfly.test,localhost", OUTGOING_MAIL_FROM: "Acme <Hello@mayfly.test>" });

describe("create_email", () => {
  let admin: TestMember;
  beforeAll(async () => {
    admin = await app.member("Administrator");
  });
  const create = (input: Record<string, unknown>, by = admin) =>
    by.call(email.create_email, { domain: "mayfly.test", ...input });

  it("creates an address with the given prefix, reason, visibility and duration (K23, D64, L16)", async () => {
    const { status, body } = await create({
      email_prefix: "Sign-Up.1",
      reason: " Sign-up tests ",
      visibility: "Public",
      duration: String(7 * day),
    });
    expect(status).toBe(200);
    expect(body.message).toMatchObject({ success: true, message: emailTexts.created });
    const { data } = (
      await admin.call(resource.list, {
        doctype: "Email",
        fields: '["*"]',
        filters: '[["email_name","=","sign-up.1@mayfly.test"]]',
      })
    ).body;
    expect(data).toEqual([body.message.email]);
    expect(data[0]).toMatchObject({
      name: "sign-up.1@mayfly.test",
      owner: admin.name,
      reason: "Sign-up tests",
      visibility: "Public",
      is_active: 1,
      creation: app.clock.now.toISOString(),
      expiry: new Date(app.clock.now.getTime() + 7 * day * 1000).toISOString(),
    });
  });

  it("makes up a readable prefix if none is given, and takes 0 or blank as no expiry (D37, P06, P144)", async () => {
    const nulls = { email_prefix: null, duration: null, reason: null, visibility: null };
    for (const input of [{}, nulls, { email_prefix: "", duration: "", reason: "" }, { duration: 0 }]) {
      const made = (await create(input)).body.message.email;
      expect(made.email_name).toMatch(/^([a-z][aeiou]){2}-([a-z][aeiou]){3}-\d\d@mayfly\.test$/);
      expect(made).toMatchObject({ expiry: null, visibility: "Private", reason: "" });
    }
  });

  it("creates an address only once across companies, however it is spelled (D43, P104)", async () => {
    const other = await app.member("Administrator");
    expect((await create({ email_prefix: "once" })).status).toBe(200);
    for (const prefix of ["once", "ONCE", " once "]) {
      const { status, body } = await create({ email_prefix: prefix }, other);
      expect([status, body.message]).toEqual([417, emailTexts.prefixTaken]);
    }
    const both = await Promise.all([admin, other].map((by) => create({ email_prefix: "race" }, by)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 417]);
  });

  it.each(["postmaster", "abuse", "Admin", "webmaster", "no-reply"])("reserves the prefix %s", async (prefix) => {
    expect((await create({ email_prefix: prefix })).body.message).toBe(emailTexts.prefixTaken);
  });

  it.each([
    [{ domain: "" }, emailTexts.domainRequired],
    [{ domain: "elsewhere.example" }, emailTexts.foreignDomain],
    [{ domain: "x".repeat(300) }, emailTexts.foreignDomain],
    [{ email_prefix: "a b" }, emailTexts.prefixInvalid],
    [{ email_prefix: ".a" }, emailTexts.prefixInvalid],
    [{ email_prefix: "a." }, emailTexts.prefixInvalid],
    [{ email_prefix: "a..b" }, emailTexts.prefixInvalid],
    [{ email_prefix: "a".repeat(65) }, emailTexts.prefixInvalid],
    [{ email_prefix: "рaypal" }, emailTexts.prefixInvalid],
    [{ email_prefix: "a+b" }, emailTexts.prefixInvalid],
    [{ email_prefix: "a\u0000" }, emailTexts.prefixInvalid],
    [{ reason: "x".repeat(151) }, emailTexts.reasonTooLong],
    [{ duration: 5 }, emailTexts.unknownDuration],
    [{ duration: -day }, emailTexts.unknownDuration],
    [{ duration: "soon" }, emailTexts.unknownDuration],
    [{ duration: false }, emailTexts.unknownDuration],
    [{ duration: [day] }, emailTexts.unknownDuration],
    [{ duration: "0x15180" }, emailTexts.unknownDuration],
  ])("refuses %j: %s", async (input, text) => {
    const { status, body } = await create(input);
    expect([status, body.message]).toEqual([417, text]);
  });

  it("ignores an owner, company or state in the body (threat 39)", async () => {
    const other = await app.member("Member");
    const fields = { owner: other.name, company: other.company, is_active: 0, creation: "2000-01-01T00:00:00Z" };
    expect((await create({ email_prefix: "fields", ...fields })).status).toBe(200);
    const row = await app.rootDb.email.findUniqueOrThrow({ where: { email_name: "fields@mayfly.test" } });
    expect(row).toMatchObject({ owner: admin.name, company: admin.company, is_active: true });
  });

  it("accepts the company's own domain only while it is verified, and no other company's (P77)", async () => {
    const domain = "ours.example";
    const other = await app.member("Administrator");
    await app.rootDb.domain.create({
      data: { domain_name: domain, company: admin.company, owner: admin.name, verification_token: "x" },
    });
    expect((await create({ domain })).body.message).toBe(emailTexts.unverifiedDomain(domain));
    await app.rootDb.domain.update({ where: { domain_name: domain }, data: { is_verified: true } });
    expect((await create({ domain, email_prefix: "postmaster" })).status).toBe(200);
    expect((await create({ domain }, other)).body.message).toBe(emailTexts.foreignDomain);
    expect((await admin.call(email.get_company_domains)).body.message).toEqual(["mayfly.test", "localhost", domain]);
    const { answer } = await app.rootDb.$transaction(async (tx) => {
      await lockCompany(tx, admin.company);
      const answer = create({ domain });
      await lockIsWaitedFor(app.rootDb);
      await tx.domain.delete({ where: { domain_name: domain } });
      return { answer };
    });
    expect((await answer).body.message).toBe(emailTexts.foreignDomain);
  });

  it("refuses guests, and members whose plan has expired (K51, P114)", async () => {
    expect((await app.guest.call(email.create_email, { domain: "mayfly.test" })).status).toBe(401);
    const late = await app.member("Administrator");
    await app.rootDb.subscription.update({
      where: { company: late.company },
      data: { expiry_date: new Date(app.clock.now.getTime() - 2 * day * 1000) },
    });
    const { status, body } = await create({}, late);
    expect([status, body.message]).toEqual([403, planTexts.expired]);
  });

  it("notifies the owner and the Administrators", async () => {
    const member = await app.member("Member", admin.company);
    await create({ email_prefix: "noted" }, member);
    const rows = await app.rootDb.notificationLog.findMany({ where: { document_name: "noted@mayfly.test" } });
    expect(rows.map((row) => row.for_user).sort()).toEqual([admin.name, member.name].sort());
    expect(rows[0]).toMatchObject({ type: "Emails", document_type: "Email", subject: "Email created" });
  });
});

describe("create_email under a plan", () => {
  it("allows five active addresses on Starter, all Private and for one day (J18, J19, P07, D53, D55)", async () => {
    const admin = await app.member("Administrator");
    await app.rootDb.subscription.update({ where: { company: admin.company }, data: { plan: "starter" } });
    // The requested duration is ignored, even one that no plan offers.
    const make = (duration = 3600) =>
      admin.call(email.create_email, { domain: "mayfly.test", visibility: "Public", duration });
    const made = (await make()).body.message.email;
    expect(made.visibility).toBe("Private");
    expect(made.expiry).toBe(new Date(app.clock.now.getTime() + day * 1000).toISOString());
    for (let count = 1; count < 5; count += 1) expect((await make(365 * day)).status).toBe(200);
    const { status, body } = await make();
    expect([status, body.message]).toEqual([417, planRefusals.email.full(5)]);
    // Only active addresses count (requirement P123).
    await admin.call(email.toggle_email, { email: made.email_name });
    expect((await make()).status).toBe(200);
  });

  it("creates exactly one address when a hundred calls compete for the last place (threat 41)", async () => {
    const admin = await app.member("Administrator");
    await app.limit("email", { limit: 3 });
    await app.address(admin);
    await app.address(admin);
    const answers = await atOnce(100, () => admin.call(email.create_email, { domain: "mayfly.test" }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.message === planRefusals.email.full(3))).toHaveLength(99);
  });

  it("refuses a plan without addresses (D54)", async () => {
    const admin = await app.member("Administrator");
    await app.limit("email", { available: false });
    const { status, body } = await admin.call(email.create_email, { domain: "mayfly.test" });
    expect([status, body.message]).toEqual([403, planRefusals.email.unavailable]);
  });
});

it("reserves the sender address of the platform's own mail", async () => {
  const admin = await app.member("Administrator");
  const create = (email_prefix: string) => admin.call(email.create_email, { domain: "mayfly.test", email_prefix });
  expect((await create("hello")).body.message).toBe(emailTexts.prefixTaken);
  expect((await create("ello")).status).toBe(200);
});
