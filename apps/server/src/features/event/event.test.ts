import {
  api_key,
  type Contract,
  contracts,
  domain,
  email,
  inbox,
  profile,
  register,
  reset_user,
  resources,
  session,
  setting,
  team,
  webhook,
} from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysAfter } from "../../clock.ts";
import { deriveSecret } from "../../secret_key.ts";
import { apiClient } from "../../testing/api_client.ts";
import { storedMessage } from "../../testing/messages.ts";
import { registration } from "../../testing/registration.ts";
import { restInput } from "../../testing/rest_input.ts";
import { type TestApp, type TestMember, testApp, testKey } from "../../testing/test_app.ts";
import { settleExpired } from "../email/expiry.ts";
import { hashCode } from "../register/register.ts";
import { makeLink } from "../reset_user/reset_user.ts";
import { deleteOldEvents, happened, operator } from "./event.ts";

let app: TestApp;
let admin: TestMember;
let colleague: TestMember;
beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_NETWORK: "on" });
  admin = await app.member("Administrator");
  colleague = await app.member("Member", admin.company);
});
afterAll(() => app[Symbol.asyncDispose]());

const eventsOf = (company: string) =>
  app.rootDb.event.findMany({ where: { company }, orderBy: [{ creation: "asc" }, { name: "asc" }] });

/** The events of a call, which must succeed. */
async function caused(caller: Pick<TestMember, "call">, contract: Contract, input: object, company = admin.company) {
  const before = new Set((await eventsOf(company)).map(({ name }) => name));
  const answer = await caller.call(contract, input as Record<string, unknown>);
  expect([answer.status, answer.body.message?.success ?? true]).toEqual([200, true]);
  return (await eventsOf(company)).filter(({ name }) => !before.has(name));
}

const secretUrl = "http://127.0.0.1:8080/the-secret-path?token=hidden";
/** Each event goes to a URL once. */
const hookUrl = () => `${secretUrl}${crypto.randomUUID()}`;
const newPassword = "Better!Password1";

async function newWebhook(): Promise<string> {
  const input = { url: hookUrl(), event: "email.received" };
  return (await admin.call(webhook.create_webhook, input)).body.message.name;
}
async function ownDomain(): Promise<string> {
  const domain_name = `${crypto.randomUUID()}.example`;
  const owner = { company: admin.company, owner: admin.name, verification_token: "token" };
  await app.rootDb.domain.create({ data: { domain_name, ...owner } });
  return domain_name;
}
async function invited(): Promise<string> {
  const address = `${crypto.randomUUID()}@company.example`;
  await admin.call(team.invite_team_member, { name: "New", email: address, role: "Member" });
  return address;
}
const another = (address: string) => ({ customer_email: address });

/** Every call that changes something of a company: what it says, and of what. */
const calls: Record<string, [type: string, call: () => Promise<[Contract, object, subject: string]>]> = {
  "email.create_email": [
    "email.created",
    async () => [
      email.create_email,
      { email_prefix: "first", domain: "mayfly.test", reason: "r" },
      "first@mayfly.test",
    ],
  ],
  "email.toggle_email": [
    "email.deactivated",
    async () => {
      const address = await app.address(admin);
      return [email.toggle_email, { email: address, action: "deactivate" }, address];
    },
  ],
  "email.label_email": [
    "email.updated",
    async () => {
      const address = await app.address(admin);
      return [email.label_email, { email: address, tags: ["smoke"], note: "" }, address];
    },
  ],
  "inbox.delete_message": [
    "message.deleted",
    async () => {
      const name = await storedMessage(app, admin, await app.address(admin));
      return [inbox.delete_message, { name }, name];
    },
  ],
  "domain.add_domain": ["domain.added", async () => [domain.add_domain, { domain: "added.example" }, "added.example"]],
  "domain.remove_domain": [
    "domain.removed",
    async () => {
      const domain_name = await ownDomain();
      return [domain.remove_domain, { domain_name }, domain_name];
    },
  ],
  "webhook.create_webhook": [
    "webhook.created",
    async () => [webhook.create_webhook, { url: hookUrl(), event: "email.received" }, ""],
  ],
  "webhook.update_webhook": [
    "webhook.updated",
    async () => {
      const name = await newWebhook();
      return [webhook.update_webhook, { name, url: hookUrl(), event: "email.created" }, name];
    },
  ],
  "webhook.enable_disable_webhook": [
    "webhook.disabled",
    async () => {
      const name = await newWebhook();
      return [webhook.enable_disable_webhook, { webhook_name: name, enable: 0 }, name];
    },
  ],
  "webhook.delete_webhook": [
    "webhook.deleted",
    async () => {
      const name = await newWebhook();
      return [webhook.delete_webhook, { webhook_name: name }, name];
    },
  ],
  "webhook.send_test_event": [
    "webhook.tested",
    async () => {
      const name = await newWebhook();
      return [webhook.send_test_event, { webhook_name: name }, name];
    },
  ],
  "webhook.redeliver": [
    "webhook.redelivered",
    async () => {
      const name = await newWebhook();
      const { body } = await admin.call(webhook.send_test_event, { webhook_name: name });
      return [webhook.redeliver, { delivery: body.message.name }, name];
    },
  ],
  "webhook.regenerate_hmac_password": [
    "webhook_secret.replaced",
    async () => [webhook.regenerate_hmac_password, {}, admin.company],
  ],
  "team.invite_team_member": [
    "member.invited",
    async () => {
      const input = { name: "New", email: "new@company.example", role: "Member" };
      return [team.invite_team_member, input, input.email];
    },
  ],
  "team.update_team_member": [
    "member.updated",
    async () => [team.update_team_member, { ...another(colleague.name), role: "Administrator" }, colleague.name],
  ],
  "team.resend_invitation": [
    "invitation.sent_again",
    async () => {
      const address = await invited();
      return [team.resend_invitation, another(address), address];
    },
  ],
  "team.make_invitation_link": [
    "invitation.link_made",
    async () => {
      const address = await invited();
      return [team.make_invitation_link, another(address), address];
    },
  ],
  "team.withdraw_invitation": [
    "invitation.withdrawn",
    async () => {
      const address = await invited();
      return [team.withdraw_invitation, another(address), address];
    },
  ],
  "profile.update_profile": [
    "profile.updated",
    async () => [profile.update_profile, { full_name: "Ada Lovelace" }, admin.name],
  ],
  "setting.update_notification_preferences": [
    "preferences.updated",
    async () => [setting.update_notification_preferences, { preferences: ["Team"] }, admin.name],
  ],
  "setting.update_password": [
    "password.changed",
    async () => {
      const passwords = { new_password: newPassword, confirm_password: newPassword };
      return [setting.update_password, { current_password: admin.password, ...passwords }, admin.name];
    },
  ],
};

const keyOf = async () => (await apiClient(app, admin)).name;
Object.assign(calls, {
  "api_key.create_api_key": [
    "api_key.created",
    async () => [api_key.create_api_key, { key_name: "CI", scopes: ["emails:read"] }, ""],
  ],
  "api_key.rotate_api_key": ["api_key.rotated", async () => [api_key.rotate_api_key, { name: await keyOf() }, ""]],
  "api_key.revoke_api_key": [
    "api_key.revoked",
    async () => {
      const name = await keyOf();
      return [api_key.revoke_api_key, { name }, name];
    },
  ],
} satisfies typeof calls);

/** Every call of the REST API that writes, with the type of the event that its contract says it causes. */
const restCalls = Object.entries(resources).flatMap(([group, contracts]) =>
  Object.entries(contracts as Record<string, Contract>).flatMap(([name, contract]) =>
    contract.kind === "write" ? [{ name: `${group}.${name}`, contract, type: contract.causes }] : [],
  ),
);
/** What the event of such a call is about: what it names, the address of a run, or the message of an address. */
async function subjectOf({ names = {}, causes }: Contract, { id, run }: Record<string, unknown>) {
  if (names["run"]) return (await app.rootDb.email.findFirstOrThrow({ where: { run: `${run}` } })).email_name;
  if (names["id"] !== "address" || causes?.startsWith("email.")) return id;
  return (await app.rootDb.customerInbox.findFirstOrThrow({ where: { recipients: `${id}` } })).name;
}

/** Calls that change nothing of a company, and calls whose events have a test of their own below. */
const others = [
  ...["session.login", "session.logout", "register.verify_otp", "reset_user.validate_otp", "domain.verify_domain"],
  "invitation.accept_invitation",
  // No company is known: it comes into being with the code, and a link is mailed only if there is an account.
  ...["register.create_account", "register.resend_otp", "reset_user.reset_user_password"],
  // What they change is no event: mail comes, and whoever reads it has read it.
  ...["inbox.send_test_mail", "inbox.mark_all_read"],
  // They read.
  ...[
    "invitation.get_invitation",
    "reset_user.check_link",
    "email.is_email_available",
    "email.get_unique_email_prefix",
    "reportview.get",
    "reportview.get_count",
    "load.getdoc",
  ],
];

describe("an event", () => {
  it.each(Object.entries(calls))("is written by %s", async (_name, [type, prepare]) => {
    const [contract, input, subject] = await prepare();
    const [event, ...more] = await caused(admin, contract, input);
    expect(more).toEqual([]);
    const by = { actor: admin.name, via: "session", network: "127.0.0.1" };
    expect(event).toMatchObject({ type, company: admin.company, ...by, creation: app.clock.now });
    if (subject) expect(event?.subject).toBe(subject);
  });

  it.each(restCalls)("is written by $name with a key, whose name it has, as $type", async ({ contract, type }) => {
    const client = await apiClient(app, admin);
    const input = await restInput(app, admin, contract, client.name);
    const subject = await subjectOf(contract, input);
    const before = new Set((await eventsOf(admin.company)).map(({ name }) => name));
    const answer = await client.call(contract, input);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const [event, ...more] = (await eventsOf(admin.company)).filter(({ name }) => !before.has(name));
    expect(more).toEqual([]);
    if (type === null) return expect(event).toBeUndefined();
    const by = { actor: admin.name, via: "key", api_key: client.name, network: "127.0.0.1" };
    expect(event).toMatchObject({ type, company: admin.company, ...by });
    const created = answer.headers.get("location")?.split("/").at(-1);
    if (created !== undefined) expect(event?.subject).toBe(decodeURIComponent(created));
    else if (subject !== undefined) expect(event?.subject).toBe(subject);
  });

  it("is written by every call that changes something", () => {
    const changing = Object.entries(contracts).flatMap(([feature, shapes]) =>
      Object.entries(shapes as Record<string, Contract>).flatMap(([name, { verb }]) =>
        verb === "GET" ? [] : `${feature}.${name}`,
      ),
    );
    expect(changing.length).toBeGreaterThan(20);
    expect(changing.filter((name) => !(name in calls) && !others.includes(name))).toEqual([]);
  });

  it("says what was before and what is after", async () => {
    const address = await app.address(admin);
    const [off] = await caused(admin, email.toggle_email, { email: address, action: "deactivate" });
    expect(off?.changes).toEqual({ is_active: [1, 0], expiry: [null, app.clock.now.toISOString()] });
    const [on] = await caused(admin, email.toggle_email, { email: address, action: "activate" });
    expect(on).toMatchObject({
      type: "email.activated",
      changes: { is_active: [0, 1] },
      data: { email_name: address },
    });
    const [company] = await caused(admin, profile.update_profile, { company_website: "https://new.example" });
    expect(company).toMatchObject({
      ...{ type: "company.updated", subject: admin.company, data: {} },
      changes: { company_website: ["", "https://new.example"] },
    });
    const guest = await invited();
    const [changed] = await caused(admin, team.update_team_member, { ...another(guest), role: "Administrator" });
    expect(changed).toMatchObject({ type: "invitation.updated", changes: { role: ["Member", "Administrator"] } });
  });

  it("is not written by a call that changes nothing, or fails", async () => {
    const address = await app.address(admin);
    expect(await caused(admin, email.toggle_email, { email: address, action: "activate" })).toEqual([]);
    const name = await newWebhook();
    expect(await caused(admin, webhook.enable_disable_webhook, { webhook_name: name, enable: 1 })).toEqual([]);
    const { url } = await app.rootDb.webhook.findUniqueOrThrow({ where: { name } });
    const same = { name, url, event: "email.received" };
    expect(await caused(admin, webhook.update_webhook, same)).toEqual([]);
    const before = await eventsOf(admin.company);
    expect((await admin.call(email.create_email, { email_prefix: "first", domain: "mayfly.test" })).status).toBe(417);
    expect((await admin.call(webhook.delete_webhook, { webhook_name: "hook-none" })).status).toBe(404);
    expect(await eventsOf(admin.company)).toEqual(before);
  });

  it("is written when a member logs in and out, and for nobody when a login fails", async () => {
    const { name, company, password } = await app.member("Member");
    const guest = app.guest;
    expect((await guest.call(session.login, { usr: name, pwd: "wrong" })).status).toBe(401);
    expect(await eventsOf(company)).toEqual([]);
    const about = { actor: name, via: "session", network: "127.0.0.1", subject: name };
    expect(await caused(guest, session.login, { usr: name, pwd: password }, company)).toMatchObject([
      { type: "session.started", ...about },
    ]);
    expect(await caused(guest, session.logout, {}, company)).toMatchObject([{ type: "session.ended", ...about }]);
  });

  it("is written when somebody sets a password by a link", async () => {
    const { name, company } = await app.member("Member");
    const token = (await makeLink(app.rootDb, name, app.clock.now, 60)).split("/").at(-1);
    const [event] = await caused(app.guest, reset_user.validate_otp, { name: token, password: newPassword }, company);
    expect(event).toMatchObject({ type: "password.reset", actor: name, subject: name });
  });

  it("is written when a company registers", async () => {
    const given = registration();
    const guest = app.guest;
    const { signup_request } = (await guest.call(register.create_account, given)).body.message;
    const row = { password: given.password, otp: "123456", signup_request };
    const otp_hash = new Uint8Array(hashCode((purpose) => deriveSecret(testKey, purpose), signup_request, row.otp));
    const otp_expiry = daysAfter(app.clock.now, 1);
    await app.rootDb.signupRequest.update({ where: { name: signup_request }, data: { otp_hash, otp_expiry } });
    expect((await guest.call(register.verify_otp, row)).status).toBe(200);
    const { company } = await app.rootDb.member.findUniqueOrThrow({ where: { name: given.email_address } });
    expect(await eventsOf(company)).toMatchObject([
      { type: "company.registered", subject: company, actor: given.email_address, data: { company_name: "Navy" } },
    ]);
  });

  it("is the product's own when an address expires, and incoming mail has none", async () => {
    const owner = await app.member("Administrator");
    const address = await app.address(owner, { expiry: daysAfter(app.clock.now, 1) });
    await storedMessage(app, owner, address);
    expect(await eventsOf(owner.company)).toEqual([]);
    const later = daysAfter(app.clock.now, 2);
    await settleExpired({ rootDb: app.rootDb, clock: () => later });
    expect(await eventsOf(owner.company)).toMatchObject([
      { type: "email.expired", actor: null, via: "system", network: null, subject: address, creation: later },
    ]);
  });

  it("holds no secret (threat 47)", async () => {
    const all = JSON.stringify(await eventsOf(admin.company));
    expect(all).toContain("127.0.0.1:8080");
    const { hmac_secret } = (await admin.call(webhook.get_hmac_password)).body.message;
    for (const secret of ["the-secret-path", "hidden", newPassword, admin.password, hmac_secret]) {
      expect(all).not.toContain(secret);
    }
  });

  it("is there only if its cause is", async () => {
    const { company } = await app.member("Administrator");
    const event = { type: "company.updated", company, subject: company, data: {} } as const;
    const failed = app.rootDb.$transaction(async (tx) => {
      await happened(tx, app.clock.now, operator, [event]);
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect(await eventsOf(company)).toEqual([]);
  });

  it("is deleted when it is older than AUDIT_DAYS", async () => {
    const { company } = await app.member("Administrator");
    const event = { type: "company.updated", company, subject: company, data: {} } as const;
    const now = app.clock.now;
    for (const days of [31, 29]) await happened(app.rootDb, daysAfter(now, -days), operator, [event]);
    await deleteOldEvents({ rootDb: app.rootDb, clock: () => now, auditDays: 30 });
    expect((await eventsOf(company)).map(({ creation }) => creation)).toEqual([daysAfter(now, -29)]);
  });
});
