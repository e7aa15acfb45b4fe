import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Contract, email, register, team, webhook } from "@mayfly/contracts";
import { mailsIn } from "@mayfly/server/testing/outbox";
import { registration } from "@mayfly/server/testing/registration";
import { type Caller, send } from "../bench/call.ts";
import { createAccount, logIn, type Mayfly, startMayfly } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { type Count, none } from "./proof.ts";

/** What somebody with a free account, or none, can get out of this server that is not meant for them. */
export async function run(args: string[]): Promise<Count[]> {
  const { calls } = readOptions(args, { calls: 300 });
  const mayfly = await startMayfly("abuse", { RATE_LIMIT_FACTOR: "1", ALLOW_PRIVATE_NETWORK: "on" });
  const counts: Count[] = [];
  for (const attack of [invitations, names, strangersMailbox, disposableMailbox]) {
    counts.push(...(await attack(mayfly, calls)));
  }
  counts.push(...(await closedDoor()));
  return counts;
}

/** A free account on the smallest plan, with a name that is an advertisement. */
async function freeAccount({ rootDb, url }: Mayfly): Promise<Caller & { company: string }> {
  const { company, owner } = await createAccount(rootDb, `free-${randomUUID().slice(0, 8)}`);
  const bait = "You won! Visit https://evil.example or call 0800 123456789";
  await rootDb.subscription.update({ where: { company }, data: { plan: "starter" } });
  await rootDb.company.update({ where: { name: company }, data: { company_name: bait } });
  await rootDb.member.update({ where: { name: owner }, data: { full_name: bait } });
  return { url, company, cookie: await logIn(rootDb, owner) };
}

const ask = async (caller: Caller, contract: Contract, input: object) => {
  const response = await send(caller, contract, input);
  const body = await response.json();
  return { status: response.status, message: body.message, cookie: response.headers.getSetCookie()[0] ?? "" };
};

/** The mails that the server has sent, once it has sent all that was asked for. */
async function sentMails({ rootDb, folder }: Mayfly) {
  const waiting = () => rootDb.$queryRaw<unknown[]>`SELECT id FROM graphile_worker.jobs WHERE attempts = 0`;
  while ((await waiting()).length > 0) await wait(50);
  return mailsIn(path.join(folder, "outbox"));
}

/** Uses invitations to advertise: invites strangers, and frees the seat again in every way there is. */
async function invitations(mayfly: Mayfly, calls: number): Promise<Count[]> {
  const attacker = await freeAccount(mayfly);
  const limited = Math.min(calls, 55);
  for (let no = 0; no < limited; no += 1) {
    const person = `stranger-${no}@${randomUUID().slice(0, 8)}.example`;
    const bait = "Prize https://evil.example";
    const { status } = await ask(attacker, team.invite_team_member, { name: bait, email: person, role: "Member" });
    if (status !== 200) continue;
    await ask(attacker, team.update_team_member, { customer_email: person, is_active: 0 });
    if (no % 2 === 0) await ask(attacker, team.withdraw_invitation, { customer_email: person });
  }
  const mails = (await sentMails(mayfly)).filter(({ subject }) => subject.startsWith("Join "));
  const baited = mails.filter(({ subject, text, html }) => /evil|0800|123456/.test(`${subject} ${text} ${html}`));
  return [
    { what: "mails to strangers by invitations of a young free account", value: mails.length, below: 4 },
    none("of them with a link or a number that the account chose", baited.length),
  ];
}

/** Takes shared names, and fills the tables, by creating and ending in a loop. */
async function names(mayfly: Mayfly, calls: number): Promise<Count[]> {
  const { rootDb } = mayfly;
  const attacker = await freeAccount(mayfly);
  for (let no = 0; no < calls; no += 1) {
    const { status, message } = await ask(attacker, email.create_email, { domain: "mayfly.test" });
    if (status === 200)
      await ask(attacker, email.toggle_email, { email: message.email.email_name, action: "deactivate" });
  }
  const { company } = attacker;
  const own = await rootDb.email.findFirstOrThrow({ where: { company }, select: { email_name: true } });
  const most = 20;
  await rootDb.planQuota.update({
    where: { plan_quota: { plan: "starter", quota: "notification" } },
    data: { per_day: most },
  });
  for (let no = 0; no < calls; no += 1) {
    const action = no % 2 === 0 ? "activate" : "deactivate";
    await ask(attacker, email.toggle_email, { email: own.email_name, action });
  }
  for (let no = 0; no < Math.min(calls, 60); no += 1) {
    // An event that never comes: nothing is sent.
    const input = { url: "https://127.0.0.1/", event: "domain.verified" };
    const { status, message } = await ask(attacker, webhook.create_webhook, input);
    if (status === 200) await ask(attacker, webhook.delete_webhook, { webhook_name: message.name });
  }
  const made = await rootDb.quotaUse.findMany({ where: { company } });
  const used = (quota: string) => made.filter((row) => row.quota === quota).reduce((sum, row) => sum + row.used, 0);
  // The attack may go on past midnight.
  const days = new Set(made.map(({ day }) => day.getTime())).size;
  const told = await rootDb.notificationLog.count({ where: { company, subject: "Email activated" } });
  return [
    { what: "shared names that one free account took in a day", value: used("email") / days, below: 51 },
    { what: "webhooks that it made in a day", value: used("webhook") / days, below: 21 },
    { what: "notifications that it caused beyond its quota", value: Math.max(0, told - days * most), below: 1 },
  ];
}

/** Registers somebody else's mailbox, and waits for its owner to enter the code. */
async function strangersMailbox(mayfly: Mayfly): Promise<Count[]> {
  const { url, rootDb } = mayfly;
  const guest = { url, cookie: "" };
  const known = await createAccount(rootDb, `known-${randomUUID().slice(0, 8)}`);
  const given = registration({ company_name: "https://evil.example" });
  const { message, cookie } = await ask(guest, register.create_account, given);
  const forKnown = await ask(guest, register.create_account, registration({ email_address: known.owner }));
  const mails = await sentMails(mayfly);
  const mail = mails.find(({ to }) => to.includes(given.email_address));
  const otp = /\d{6}/.exec(mail?.text ?? "")?.[0] ?? "";
  const verify = (more: object, by: Caller = guest) =>
    ask(by, register.verify_otp, { signup_request: message.signup_request, otp, ...more });
  // The owner's browser, and a password that the owner would choose.
  for (const more of [{}, { password: "the owner's own" }]) await verify(more);
  const hijacked = await rootDb.member.count({ where: { name: given.email_address } });
  const own = await verify({}, { url, cookie: cookie.split(";")[0] ?? "" });

  // An invitation of a stranger keeps nobody from an own company.
  const invited = registration();
  const invite = async (person: string) =>
    (await ask(await freeAccount(mayfly), team.invite_team_member, { name: "Ada", email: person, role: "Member" }))
      .status;
  await invite(invited.email_address);
  const registered = await ask(guest, register.create_account, invited);
  const answers = [await invite(known.owner), await invite(registration().email_address)];
  const told = JSON.stringify(Object.keys(forKnown.message)) === JSON.stringify(Object.keys(message)) ? 0 : 1;
  return [
    none("accounts whose password a stranger chose", hijacked),
    { what: "accounts of those who registered in their own browser", value: own.status === 200 ? 1 : 0, atLeast: 1 },
    none("registrations that an invitation blocked", registered.message.success === true ? 0 : 1),
    none("answers that tell who has an account", told + (answers[0] === 200 && answers[1] === 200 ? 0 : 1)),
    none("code mails with a link that a stranger chose", /evil/.test(`${mail?.text} ${mail?.html}`) ? 1 : 0),
  ];
}

/** Registers with addresses that are made here in seconds. */
async function disposableMailbox({ url, rootDb }: Mayfly): Promise<Count[]> {
  const before = await rootDb.signupRequest.count();
  for (const domain of ["mayfly.test", "inbox.mayfly.test", "MAYFLY.test"]) {
    const input = registration({ email_address: `${randomUUID()}@${domain}` });
    await ask({ url, cookie: "" }, register.create_account, input);
  }
  return [none("registrations by disposable addresses", (await rootDb.signupRequest.count()) - before)];
}

/** Registers where the operator has closed the door. */
async function closedDoor(): Promise<Count[]> {
  const { url, rootDb } = await startMayfly("abuse-closed", { REGISTRATION: "closed" });
  await ask({ url, cookie: "" }, register.create_account, registration());
  return [none("registrations while it is closed", await rootDb.signupRequest.count())];
}
