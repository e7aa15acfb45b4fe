import { randomUUID } from "node:crypto";
import {
  type Contract,
  domain,
  email,
  type FeatureName,
  register,
  reset_user,
  session,
  team,
  webhook,
} from "@mayfly/contracts";
import { codeTries, hashCode } from "@mayfly/server/features/register/register";
import { hashPassword, hashToken } from "@mayfly/server/features/session/session";
import { freePort } from "@mayfly/server/process/free_port";
import { deriveSecret } from "@mayfly/server/secret_key";
import { atOnce } from "@mayfly/server/testing/at_once";
import { send } from "../bench/call.ts";
import { scratchFolder } from "../bench/folders.ts";
import { createAccount, createMember, logIn, type Mayfly, startMayfly, startServer } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { deadlocksIn } from "./deadlocks.ts";
import { type Count, none } from "./proof.ts";

/** Many callers at once, on two processes in turns, race for every limit, code, token and rule about the last one. */
export async function run(args: string[]): Promise<Count[]> {
  const { rounds, calls } = readOptions(args, { rounds: 10, calls: 100 });
  const SECRET_KEY = `races ${randomUUID()}`;
  const mayfly = await startMayfly("races", { SECRET_KEY, ROLES: "web" });
  const second = await startBeside(mayfly, { SECRET_KEY, RATE_LIMIT_FACTOR: "0" });
  const throttled = await startBeside(mayfly, { SECRET_KEY, RATE_LIMIT_FACTOR: "1" });
  const race = new Race(mayfly, [mayfly.url, second], calls);
  const slowed = new Race(mayfly, [throttled], calls);
  const exact = new Map<string, { value: number; wanted: number }>();
  /** Adds up over the rounds. */
  const expect = (what: string, value: number, wanted: number) => {
    const before = exact.get(what) ?? { value: 0, wanted: 0 };
    exact.set(what, { value: before.value + value, wanted: before.wanted + wanted });
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const one of [limits, names, codes, tokens, lastAdministrator, secrets]) await one(race, expect, SECRET_KEY);
  }
  await throttles(slowed, expect);
  return [
    { what: "rounds of calls at once", value: rounds },
    { what: "calls in each", value: calls },
    ...[...exact].map(([what, { value, wanted }]) => ({ what, value, atLeast: wanted, below: wanted + 1 })),
    none("responses of 500 and above", race.faults + slowed.faults),
    // Who is ended by one comes again, and would hide it.
    none("deadlocks", await deadlocksIn(race.rootDb)),
  ];
}

type Expect = (what: string, value: number, wanted: number) => void;

/** Starts another web process on the same database. @returns its URL */
async function startBeside({ databaseUrl: DATABASE_URL }: Mayfly, settings: Record<string, string>): Promise<string> {
  const port = await freePort();
  const DATA_DIR = await scratchFolder("races-beside");
  await startServer({ DATA_DIR, DATABASE_URL, ROLES: "web", PORT: `${port}`, LOG_LEVEL: "warn", ...settings });
  return `http://127.0.0.1:${port}`;
}

/** A caller. */
interface Person {
  name: string;
  company: string;
  cookie: string;
}

class Race {
  faults = 0;
  readonly calls: number;
  readonly rootDb: Mayfly["rootDb"];
  readonly #urls: string[];

  constructor({ rootDb }: Mayfly, urls: string[], calls: number) {
    this.rootDb = rootDb;
    this.#urls = urls;
    this.calls = calls;
  }

  /** Creates an Administrator with a company of their own. */
  async administrator(): Promise<Person> {
    const { company, owner } = await createAccount(this.rootDb, `race-${randomUUID().slice(0, 8)}`);
    return { name: owner, company, cookie: await logIn(this.rootDb, owner) };
  }

  /** Sets the limit of a feature in the Business plan, which all companies are on; 0: unlimited. */
  async limit(feature: FeatureName, limit: number): Promise<void> {
    await this.rootDb.planFeature.update({
      where: { plan_feature: { plan: "business", feature } },
      data: { limit, unlimited: limit === 0 },
    });
  }

  /** Makes all calls at once. @returns the statuses and bodies, and how many calls succeeded */
  async run(make: (no: number) => [contract: Contract, input: object, by?: Person]) {
    const answers = await atOnce(this.calls, async (no) => {
      const [contract, input, by] = make(no);
      const url = this.#urls[no % this.#urls.length] ?? "";
      const response = await send({ url, cookie: by?.cookie ?? "" }, contract, input);
      return { status: response.status, body: await response.json() };
    });
    this.faults += answers.filter(({ status }) => status >= 500).length;
    return { answers, yes: answers.filter(({ status }) => status === 200).length };
  }
}

const random = (name: string) => `${name}-${randomUUID().slice(0, 12)}`;
/** The limit that the callers race for. Before each race there is room for one. */
const full = 5;

/** Of everything that a plan limits, exactly the last one that fits is made (threat 41). */
async function limits(race: Race, expect: Expect) {
  const { rootDb } = race;
  const admin = await race.administrator();
  const owned = { company: admin.company, owner: admin.name };

  // createAccount has made one address already.
  const addresses = Array.from({ length: race.calls }, () => `${random("a")}@mayfly.test`);
  await rootDb.email.createMany({
    data: addresses.map((email_name, no) => ({
      ...owned,
      email_name,
      domain_name: "mayfly.test",
      is_active: no < full - 2,
    })),
  });
  await race.limit("email", full);
  await race.run((no) =>
    no % 2 === 0
      ? [email.create_email, { domain: "mayfly.test" }, admin]
      : [email.toggle_email, { email: addresses.at(-no), action: "activate" }, admin],
  );
  expect(
    "active addresses, made and activated",
    await rootDb.email.count({ where: { company: admin.company, is_active: true } }),
    full,
  );
  await race.limit("email", 0);

  await rootDb.webhook.createMany({
    data: Array.from({ length: full - 1 }, () => ({
      ...owned,
      name: random("hook"),
      url: "https://a.example/",
      event: "email.created",
    })),
  });
  await race.limit("webhook", full);
  await race.run((no) => [webhook.create_webhook, { url: `https://b.example/${no}`, event: "email.created" }, admin]);
  expect("webhooks", await rootDb.webhook.count({ where: { company: admin.company } }), full);
  await race.limit("webhook", 0);

  await rootDb.domain.createMany({
    data: Array.from({ length: full - 1 }, () => ({
      ...owned,
      domain_name: `${random("d")}.example`,
      verification_token: "x",
    })),
  });
  await race.limit("domain", full);
  await race.run(() => [domain.add_domain, { domain: `${random("d")}.example` }, admin]);
  expect("domains", await rootDb.domain.count({ where: { company: admin.company } }), full);
  await race.limit("domain", 0);

  // The Administrator counts as a member too.
  const members = Array.from({ length: race.calls }, () => `${random("m")}@race.example`);
  await rootDb.member.createMany({
    data: members.map((name, no) => ({
      name,
      company: admin.company,
      full_name: name,
      role: "Member" as const,
      is_active: no < full - 2,
    })),
  });
  await race.limit("team", full);
  await race.run((no) =>
    no % 2 === 0
      ? [team.invite_team_member, { name: "Somebody", email: `${random("n")}@race.example`, role: "Member" }, admin]
      : [team.update_team_member, { customer_email: members.at(-no), is_active: 1 }, admin],
  );
  expect(
    "active members, invited and activated",
    (await rootDb.member.count({ where: { company: admin.company, is_active: true } })) +
      (await rootDb.invitation.count({ where: { company: admin.company } })),
    full,
  );
  await race.limit("team", 0);
}

/** What must be unique across companies goes to only one of two. */
async function names(race: Race, expect: Expect) {
  const both = [await race.administrator(), await race.administrator()];
  const by = (no: number) => both[no % 3 === 0 ? 0 : 1] as Person;
  const [prefix, person, host] = [random("once"), `${random("once")}@race.example`, `${random("once")}.example`];
  const addresses = await race.run((no) => [
    email.create_email,
    { domain: "mayfly.test", email_prefix: prefix },
    by(no),
  ]);
  expect("calls that made the same address", addresses.yes, 1);
  const invited = await race.run((no) => [
    team.invite_team_member,
    { name: "Somebody", email: person, role: "Member" },
    by(no),
  ]);
  expect("calls of two companies that invited the same person", invited.yes, 2);
  const domains = await race.run((no) => [domain.add_domain, { domain: host }, by(no)]);
  expect("calls that added the same domain", domains.yes, 1);
}

const code = "123456";
const password = "correct horse";
/** A registration that waits for its code. */
async function signupRequest({ rootDb }: Race, key: string, email_address: string): Promise<string> {
  const now = new Date();
  const name = randomUUID();
  const password_hash = await hashPassword(password);
  const otp_hash = hashCode((purpose) => deriveSecret(key, purpose), name, code);
  await rootDb.signupRequest.create({
    data: {
      ...{ name, email_address, full_name: "Somebody", password_hash, post: "", country_code: "US" },
      ...{ company_name: "Race", company_email: `${random("c")}@race.example`, company_size: "1-10", industry: "x" },
      ...{ company_website: "", phone_number: "1", otp_hash, otp_expiry: new Date(now.getTime() + 600_000) },
      otp_asked: new Date(now.getTime() - 60_000),
    },
  });
  return name;
}

/** A code works once, only so many tries are compared, and one address gets one account (threat 33). */
async function codes(race: Race, expect: Expect, key: string) {
  const person = `${random("o")}@race.example`;
  const requests = [await signupRequest(race, key, person), await signupRequest(race, key, person)];
  await race.run((no) => [register.verify_otp, { signup_request: requests[no % 2], otp: code, password }]);
  const taken = await race.rootDb.signupRequest.count({ where: { name: { in: requests }, verified: true } });
  expect("registrations taken, of two of one person", taken, 1);

  const guessed = await signupRequest(race, key, `${random("o")}@race.example`);
  const otp = (no: number) => String(200_000 + no);
  await race.run((no) => [register.verify_otp, { signup_request: guessed, otp: otp(no), password }]);
  const { otp_tries } = await race.rootDb.signupRequest.findUniqueOrThrow({ where: { name: guessed } });
  expect("wrong codes looked at", otp_tries, codeTries);
  const late = await race.run(() => [register.verify_otp, { signup_request: guessed, otp: code, password }]);
  expect("right codes taken after that", late.yes, 0);
}

/** A link sets a password once (threat 35). */
async function tokens(race: Race, expect: Expect) {
  const { name: member } = await race.administrator();
  const token = random("token");
  const expiry = new Date(Date.now() + 3_600_000);
  await race.rootDb.resetToken.create({ data: { token_hash: hashToken(token), member, expiry } });
  const { yes } = await race.run((no) => [reset_user.validate_otp, { name: token, password: `Another horse ${no}!` }]);
  expect("passwords set with one link", yes, 1);
}

/** Ten Administrators demote and deactivate each other (threat 42). */
async function lastAdministrator(race: Race, expect: Expect) {
  const first = await race.administrator();
  const people = [first];
  for (let no = 1; no < 10; no += 1) {
    const name = await createMember(race.rootDb, first.company, `${random("a")}@race.example`, "Administrator");
    people.push({ name, company: first.company, cookie: await logIn(race.rootDb, name) });
  }
  const person = (no: number) => people[no % people.length] as Person;
  await race.run((no) => [
    team.update_team_member,
    {
      customer_email: person(no + 1 + Math.floor(no / people.length)).name,
      ...(no % 2 === 0 ? { role: "Member" } : { is_active: 0 }),
    },
    person(no),
  ]);
  const left = { company: first.company, role: "Administrator", is_active: true } as const;
  expect("companies that still have an Administrator", Math.min(1, await race.rootDb.member.count({ where: left })), 1);
}

/** A company gets one secret, whichever call asks first. */
async function secrets(race: Race, expect: Expect) {
  const admin = await race.administrator();
  const { answers } = await race.run(() => [webhook.get_hmac_password, {}, admin]);
  expect("secrets of one company", new Set(answers.map(({ body }) => body.message.hmac_secret)).size, 1);
}

/** Rate-limited calls succeed exactly as often as the limit allows (threats 34 and 36). */
async function throttles(race: Race, expect: Expect) {
  const admin = await race.administrator();
  const password_hash = await hashPassword(password);
  await race.rootDb.member.update({ where: { name: admin.name }, data: { password_hash } });
  const count = async (status: number, make: Parameters<Race["run"]>[0]) =>
    (await race.run(make)).answers.filter((answer) => answer.status === status).length;
  const guesses = await count(401, (no) => [session.login, { usr: admin.name, pwd: `guess ${no}` }]);
  expect("wrong passwords compared", guesses, 10);
  const links = await count(200, () => [reset_user.reset_user_password, { email: admin.name }]);
  expect("links for a new password", links, 3);
  const request = await signupRequest(race, "", `${random("o")}@race.example`);
  const mails = await count(200, () => [register.resend_otp, { signup_request: request }]);
  expect("codes sent again", mails, 1);
}
