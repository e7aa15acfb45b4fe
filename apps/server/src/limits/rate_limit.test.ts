import { type Contract, domain, register, reset_user, session, team } from "@mayfly/contracts";
import { Redis } from "ioredis";
import { expect, it } from "vitest";
import { takeDatabaseAway } from "../testing/postgres.ts";
import { startRedis } from "../testing/redis.ts";
import { registration } from "../testing/registration.ts";
import { type Caller, sharedApp } from "../testing/test_app.ts";
import { networkOf, openThrottle } from "./rate_limit.ts";

// With this factor nearly every limit allows one use.
const app = sharedApp({ RATE_LIMIT_FACTOR: "0.02", TRUST_PROXY: "127.0.0.1" });

it("shares its counts with other processes in Redis, and counts by itself while Redis is away", async () => {
  const redis = await startRedis();
  const client = () => {
    const one = new Redis(redis.url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    one.on("error", () => undefined);
    return new Promise<Redis>((resolve) => one.once("ready", () => resolve(one)));
  };
  const clients = [await client(), await client()] as const;
  const [one, two] = clients.map((each) => openThrottle({ factor: 1, redis: each }));
  const use = (throttle = one) => throttle?.use(["reset_account_source", "a@b.example"]);
  await use(one);
  await use(two);
  await use(one);
  await expect(use(two)).rejects.toMatchObject({ type: "TooManyRequests", retryAfter: expect.any(Number) });

  await redis.stop();
  await use(two);
  await use(two);
  await use(two);
  await expect(use(two)).rejects.toMatchObject({ type: "TooManyRequests" });
  for (const each of clients) each.disconnect();
});

it("gives back and forgets uses, multiplies limits by the factor, and is off at 0", async () => {
  const throttle = openThrottle({ factor: 0.34, redis: undefined });
  await throttle.use(["reset_account_source", "x"]);
  await expect(throttle.use(["reset_account_source", "x"])).rejects.toMatchObject({ type: "TooManyRequests" });
  // The refused use was not counted, so this takes the first one back.
  await throttle.giveBack(["reset_account_source", "x"]);
  await throttle.use(["reset_account_source", "x"]);
  await expect(throttle.use(["reset_account_source", "x"])).rejects.toMatchObject({ type: "TooManyRequests" });
  await throttle.forget(["reset_account_source", "x"]);
  await throttle.use(["reset_account_source", "x"]);
  const off = openThrottle({ factor: 0, redis: undefined });
  for (let count = 0; count < 100; count += 1) await off.use(["reset_account_source", "x"]);
});

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["2001:db8:1:2::", "2001:db8:1:2::"],
  ["unknown", "unknown"],
])("counts the address %s as the source %s", (address, source) => {
  expect(networkOf(address)).toBe(source);
});

it("limits calls that could be abused by source or company, and no others (threats 33, 34 and 36)", async () => {
  const id = () => crypto.randomUUID();
  const person = () => `${id()}@elsewhere.example`;
  const ask = async (contract: Contract, input: object, from: string, by: Caller = app.guest) =>
    (await by.call(contract, { ...input }, { "x-forwarded-for": from })).status;

  const guests: [contract: Contract, input: () => object][] = [
    [register.verify_otp, () => ({ signup_request: id(), otp: "123456" })],
    [register.resend_otp, () => ({ signup_request: id() })],
    [reset_user.reset_user_password, () => ({ email: person() })],
    [reset_user.validate_otp, () => ({ name: id(), password: "Correct-Horse-1!" })],
  ];
  for (const [contract, input] of guests) {
    const statuses = [];
    for (const from of ["192.0.2.1", "192.0.2.1", "192.0.2.2"]) statuses.push(await ask(contract, input(), from));
    expect([contract.path, ...statuses.map((status) => status === 429)]).toEqual([contract.path, false, true, false]);
  }

  const [one, other] = [await app.member("Administrator"), await app.member("Administrator")];
  for (const { company, name: owner } of [one, other]) {
    const own = { domain_name: `${company}.example`, company, owner, verification_token: "x" };
    await app.rootDb.domain.create({ data: own });
  }
  const companies: [contract: Contract, input: (of: typeof one) => object][] = [
    [team.invite_team_member, () => ({ email: person(), name: "Somebody", role: "Member" })],
    [domain.verify_domain, ({ company }) => ({ domain: `${company}.example` })],
  ];
  for (const [contract, input] of companies) {
    const statuses = [];
    for (const by of [one, one, other]) statuses.push(await ask(contract, input(by), "192.0.2.3", by));
    expect([contract.path, ...statuses.map((status) => status === 429)]).toEqual([contract.path, false, true, false]);
  }

  // Wrong passwords for one account, each from another source; then for many accounts from one source.
  const wrong = (usr: string, from: string) => ask(session.login, { usr, pwd: "wrong" }, from);
  const account = [];
  for (let no = 1; no <= 7; no += 1) account.push(await wrong(one.name, `198.51.100.${no}`));
  expect(account).toEqual([...Array(6).fill(401), 429]);
  const source = [];
  for (let no = 1; no <= 3; no += 1) source.push(await wrong(person(), "203.0.113.1"));
  expect(source).toEqual([401, 401, 429]);
});

it("does not count calls that fail because the database is away", async () => {
  const { name, password } = await app.member("Member");
  const calls: [contract: Contract, input: Record<string, unknown>][] = [
    [session.login, { usr: name, pwd: password }],
    [reset_user.reset_user_password, { email: name }],
    [register.create_account, registration()],
    [register.resend_otp, { signup_request: crypto.randomUUID() }],
    [register.verify_otp, { signup_request: crypto.randomUUID(), otp: "123456" }],
    [reset_user.validate_otp, { name: "x".repeat(32), password: "Correct-Horse-1!" }],
  ];
  const statuses = async () => {
    const answers = await Promise.all(calls.map(([contract, input]) => app.guest.call(contract, input)));
    return answers.map(({ status }) => status);
  };
  const bringBack = await takeDatabaseAway(app.databaseUrl);
  for (let count = 0; count < 7; count += 1) expect(await statuses()).toEqual(Array(calls.length).fill(503));
  await bringBack();
  expect(await statuses()).toEqual([200, 200, 200, 417, 417, 417]);
});
