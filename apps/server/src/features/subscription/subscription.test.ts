import {
  api_key,
  type Contract,
  contracts,
  domain,
  email,
  inbox,
  planRefusals,
  planTexts,
  session,
  team,
  webhook,
} from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";
import { outageOf } from "../../wires/failure.ts";
import { countedSeats } from "../team/team.ts";
import { countedWebhooks } from "../webhook/webhook.ts";
import { claimSlot, requireCurrentPlan } from "./subscription.ts";

const app = sharedApp();

it("grants exactly one claim when a hundred compete for the last place (invariant 4)", async () => {
  const admin = await app.member("Administrator");
  await app.limit("webhook", { limit: 3 });
  const claim = (at: number) =>
    app.rootDb.$transaction(async (tx) => {
      await claimSlot(tx, admin.company, countedWebhooks, app.clock.now);
      const { company, name: owner } = admin;
      await tx.webhook.create({ data: { name: `w-${at}`, company, owner, url: "https://a.example", event: "x" } });
    });
  await claim(-1);
  await claim(-2);

  // On a busy machine some wait too long for the lock. They come again, as who is told 503.
  const persistently = (at: number): Promise<void> =>
    claim(at).catch((error) => {
      if (outageOf(error) === undefined) throw error;
      return persistently(at);
    });
  const answers = await Promise.allSettled(Array.from({ length: 100 }, (_, at) => persistently(at)));

  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === "rejected") expect(answer.reason.message).toBe(planRefusals.webhook.full(3));
  }
  expect(await app.rootDb.webhook.count({ where: { company: admin.company } })).toBe(3);
});

it("checks availability before the limit (P15), and takes 0 or the flag as unlimited (J14, J15)", async () => {
  const { company } = await app.member("Administrator");
  const claim = () => app.rootDb.$transaction((tx) => claimSlot(tx, company, countedSeats, app.clock.now));
  await app.limit("team", { available: true, unlimited: false, limit: 0 });
  await claim();
  await app.limit("team", { unlimited: true, limit: 1 });
  await claim();
  await app.limit("team", { limit: 1 });
  await expect(claim()).rejects.toMatchObject({ type: "ValidationError", message: planRefusals.team.full(1) });
  await app.limit("team", { available: false, unlimited: true, limit: 0 });
  await expect(claim()).rejects.toMatchObject({ type: "PermissionError", message: planRefusals.team.unavailable });
});

it("accepts a plan through its last day, and Starter at any time (P22)", async () => {
  const { company } = await app.member("Administrator");
  await app.rootDb.subscription.update({ where: { company }, data: { expiry_date: new Date("2027-01-31") } });
  const at = (instant: string) => requireCurrentPlan(app.rootDb, company, new Date(instant));
  await at("2027-01-31T23:59:59Z");
  await expect(at("2027-02-01T00:00:00Z")).rejects.toMatchObject({ message: planTexts.expired });
  await app.rootDb.subscription.update({ where: { company }, data: { plan: "starter" } });
  await at("2027-02-01T00:00:00Z");
});

it("refuses to add, change or activate once the plan has expired, but not to remove or deactivate", async () => {
  const admin = await app.member("Administrator");
  const leaver = await app.member("Member", admin.company);
  const address = await app.address(admin);
  const form = { url: "https://receiver.example/", event: "email.received" };
  const { name } = (await admin.call(webhook.create_webhook, form)).body.message;
  const { domain_name } = (await admin.call(domain.add_domain, { domain: "own.example" })).body.message;
  await app.rootDb.subscription.updateMany({
    where: { company: admin.company },
    data: { expiry_date: new Date("2020-01-01") },
  });

  const refused = async (contract: Contract, input = {}) => {
    const { status, body } = await admin.call(contract, input);
    expect([contract.path, status, body.message]).toEqual([contract.path, 403, planTexts.expired]);
  };
  const stopped: Contract[] = [
    ...[domain.add_domain, domain.verify_domain, email.create_email, inbox.send_test_mail],
    ...[team.invite_team_member, team.resend_invitation, team.make_invitation_link],
    ...[webhook.create_webhook, webhook.update_webhook, webhook.send_test_event, webhook.redeliver],
    ...[api_key.create_api_key, api_key.rotate_api_key],
  ];
  const everything = Object.values(contracts).flatMap((group): Contract[] => Object.values(group));
  const paths = (some: Contract[]) => new Set(some.map(({ path }) => path));
  expect(paths(everything.filter(({ plan }) => plan))).toEqual(paths(stopped));
  for (const contract of stopped) await refused(contract);

  const pairs: [contract: Contract, away: object, back: object][] = [
    [webhook.enable_disable_webhook, { webhook_name: name, enable: 0 }, { webhook_name: name, enable: 1 }],
    [team.update_team_member, { is_active: 0 }, { is_active: 1 }],
    [email.toggle_email, { action: "deactivate" }, { action: "activate" }],
    [email.toggle_email, { action: "deactivate" }, { action: "undo" }],
  ];
  for (const [contract, away, back] of pairs) {
    const who = { email: address, customer_email: leaver.name };
    expect((await admin.call(contract, { ...who, ...away })).status).toBe(200);
    await refused(contract, { ...who, ...back });
  }
  expect((await leaver.call(session.get_logged_user)).body.message).toBe("Guest");
  expect((await admin.call(webhook.regenerate_hmac_password)).status).toBe(200);
  expect((await admin.call(webhook.delete_webhook, { webhook_name: name })).status).toBe(200);
  expect((await admin.call(domain.remove_domain, { domain_name })).status).toBe(200);
});
