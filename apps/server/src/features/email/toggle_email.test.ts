import { email, emailTexts, planRefusals } from "@mayfly/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { atOnce } from "../../testing/at_once.ts";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";
import { settleExpired } from "./expiry.ts";

const app = sharedApp({ ROLES: "web,smtp" });

const day = 86_400;

describe("toggle_email", () => {
  let admin: TestMember;
  beforeAll(async () => {
    admin = await app.member("Administrator");
  });
  const create = async (duration: number, by = admin) =>
    (await by.call(email.create_email, { domain: "mayfly.test", duration })).body.message.email.email_name as string;
  const toggle = (address: string, action?: string, by = admin) =>
    by.call(email.toggle_email, { email: address, ...(action && { action }) });
  const rcpt = async (address: string) => {
    await using client = await SmtpClient.open(app.smtpPort);
    await client.say("EHLO client.example");
    await client.say("MAIL FROM:<a@sender.example>");
    return await client.say(`RCPT TO:<${address}>`);
  };
  const later = (seconds: number) => new Date(app.clock.now.getTime() + seconds * 1000).toISOString();

  it("deactivates an address at once, and reactivates it for its own duration (K24, D23, D24, P01, P03, P103)", async () => {
    const address = await create(30 * day);
    const off = (await toggle(address)).body.message;
    expect(off).toMatchObject({ success: true, message: emailTexts.deactivated });
    expect(off.email).toMatchObject({ is_active: 0, expiry: app.clock.now.toISOString() });
    expect(await rcpt(address)).toMatch(/^550 5\.2\.1/);
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
    const on = (await toggle(address, "activate")).body.message;
    expect(on.email).toMatchObject({ is_active: 1, expiry: later(30 * day) });
    expect(await rcpt(address)).toMatch(/^250/);
  });

  it("deactivates an address at its expiry without marking its mail for deletion (P04)", async () => {
    const address = await create(day);
    app.clock.now = new Date(app.clock.now.getTime() + day * 1000);
    expect((await toggle(address)).body.message.email.expiry).toBe(app.clock.now.toISOString());
    await settleExpired({ rootDb: app.rootDb, clock: () => app.clock.now });
    const row = await app.rootDb.email.findUniqueOrThrow({ where: { email_name: address } });
    expect(row).toMatchObject({ is_active: false, expired: null });
  });

  it("takes a deactivation back for a minute, with the end that the address had (row Y05)", async () => {
    const address = await create(7 * day);
    const made = (await app.rootDb.email.findUniqueOrThrow({ where: { email_name: address } })).expiry?.toISOString();
    app.clock.now = new Date(app.clock.now.getTime() + day * 1_000);
    expect((await toggle(address, "undo")).body.message).toBe(emailTexts.nothingToUndo);
    expect((await toggle(address)).body.message.email).toMatchObject({ is_active: 0, deactivated: 1 });
    expect((await toggle(address, "undo")).body.message.email).toMatchObject({
      ...{ is_active: 1, deactivated: 0, expiry: made },
    });
    expect(await rcpt(address)).toMatch(/^250/);
    await toggle(address);
    app.clock.now = new Date(app.clock.now.getTime() + 61_000);
    expect((await toggle(address, "undo")).body.message).toBe(emailTexts.nothingToUndo);
    expect((await toggle(address, "activate")).body.message.email).toMatchObject({ is_active: 1, deactivated: 0 });
    const forever = await create(0);
    await toggle(forever);
    expect((await toggle(forever, "undo")).body.message.email).toMatchObject({ is_active: 1, expiry: null });
  });

  it("reactivates an address without expiry again without expiry (P03)", async () => {
    const address = await create(0);
    await toggle(address);
    expect((await toggle(address, "activate")).body.message.email).toMatchObject({ is_active: 1, expiry: null });
  });

  it("leaves the expiry unchanged if the address already has the requested state", async () => {
    const address = await create(7 * day);
    const before = await app.rootDb.email.findUniqueOrThrow({ where: { email_name: address } });
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    expect((await toggle(address, "activate")).body.message.email.expiry).toBe(before.expiry?.toISOString());
    const off = (await toggle(address)).body.message.email;
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    expect((await toggle(address)).body.message.email.expiry).toBe(off.expiry);
  });

  it("lets only the owner and the Administrators toggle an address (P55)", async () => {
    const owner = await app.member("Member", admin.company);
    const colleague = await app.member("Member", admin.company);
    const foreign = await app.member("Administrator");
    const own = await app.address(owner);
    const shared = await app.address(owner, { visibility: "Public" });
    expect((await toggle(own, undefined, colleague)).status).toBe(404);
    expect((await toggle(shared, undefined, colleague)).status).toBe(403);
    expect((await toggle(shared, undefined, foreign)).status).toBe(404);
    expect((await toggle(own, undefined, owner)).status).toBe(200);
    expect((await toggle(own, "activate", admin)).status).toBe(200);
    expect((await toggle("nobody@mayfly.test")).status).toBe(404);
  });

  it.each([
    [{ email: "" }, 417],
    [{ email: "x".repeat(400) }, 417],
    [{ email: "a@mayfly.test", action: "delete" }, 417],
    [{}, 417],
  ])("refuses %j", async (input, status) => {
    expect((await admin.call(email.toggle_email, input)).status).toBe(status);
  });
});

it("activates only as many addresses as the plan allows in a hundred concurrent calls (threat 41, P123)", async () => {
  const admin = await app.member("Administrator");
  const addresses = await Promise.all(Array.from({ length: 100 }, () => app.address(admin)));
  await app.rootDb.email.updateMany({ where: { company: admin.company }, data: { is_active: false } });
  await app.limit("email", { limit: 4 });
  const answers = await atOnce(addresses.length, (at) =>
    admin.call(email.toggle_email, { email: addresses[at] ?? "", action: "activate" }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(answers.filter(({ body }) => body.message === planRefusals.email.full(4))).toHaveLength(96);
  expect(await app.rootDb.email.count({ where: { company: admin.company, is_active: true } })).toBe(4);
});

it("reactivates an address for the duration that the plan forces (P07)", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  await app.rootDb.subscription.update({ where: { company: admin.company }, data: { plan: "starter" } });
  await admin.call(email.toggle_email, { email: address });
  const { email: row } = (await admin.call(email.toggle_email, { email: address, action: "activate" })).body.message;
  expect(row.expiry).toBe(new Date(app.clock.now.getTime() + day * 1000).toISOString());
});

it("does not renew an address on a domain that the company has lost", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin, { domain: "lost.example" });
  await admin.call(email.toggle_email, { email: address });
  const { status, body } = await admin.call(email.toggle_email, { email: address, action: "activate" });
  expect([status, body.message]).toEqual([417, emailTexts.domainGone]);
});
