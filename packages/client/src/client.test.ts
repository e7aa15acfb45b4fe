import { apiClient } from "@mayfly/server/testing/api_client";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import { sharedApp, type TestMember } from "@mayfly/server/testing/test_app";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { type Inbox, Mayfly, NothingArrived, NotInMessage, Refused, UnwantedMail } from "./index.ts";

const app = sharedApp({ ROLES: "web,smtp" });
let owner: TestMember;
let mayfly: Mayfly;
let smtp: SmtpClient;
beforeAll(async () => {
  owner = await app.member("Administrator");
  mayfly = new Mayfly({ url: `${app.url}/`, key: ` ${(await apiClient(app, owner)).key}\n` });
});
// One for each test: on a busy machine, the receiver ends a connection that was idle while others ran.
beforeEach(async () => {
  smtp = await SmtpClient.open(app.smtpPort);
  return () => smtp[Symbol.asyncDispose]();
});

const send = (to: string, subject: string, text = "Hello", head = "") =>
  smtp.send(to, `From: Shop <shop@shop.example>\r\nSubject: ${subject}\r\n${head}\r\n${text}\r\n`);
const waiting = ({ address }: Inbox) => expect.poll(() => app.waiters.waitingAt(address), { interval: 5 }).toBe(1);

it("makes an address, waits for its mail, and reads code, link, text and file (row S01)", async () => {
  const inbox = await mayfly.emails.create({ prefix: `s-${Date.now()}`, run: "ci/1", reason: "sign-up" });
  const waited = inbox.wait({ subject: "code", has: "code" });
  await waiting(inbox);
  await send(inbox.address, "Welcome");
  const parts = [
    "--b\r\nContent-Type: text/html\r\n\r\n<p>Your code is 482913.</p>",
    '<a href="https://shop.example/terms">Terms</a> <a href="https://shop.example/verify?t=1">Verify your email</a>\r\n',
    "--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=plan.csv\r\n\r\nday,task\r\n--b--",
  ].join("");
  await send(inbox.address, "Your code", parts, "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n");
  const message = await waited;
  expect(message).toMatchObject({ code: "482913", subject: "Your code", sender: "Shop <shop@shop.example>" });
  expect(message.text).toContain("Your code is 482913.");
  expect([message.link(), message.link(/terms/), message.link("Verify")]).toEqual([
    ...["https://shop.example/verify?t=1", "https://shop.example/terms", "https://shop.example/verify?t=1"],
  ]);
  expect(await message.html()).toContain("<p>Your code is 482913.</p>");
  expect(Buffer.from(await message.raw()).toString()).toContain("boundary=b");
  expect(Buffer.from(await message.attachment("plan.csv")).toString()).toBe("day,task");
  expect(await message.headers()).toContainEqual({ name: "Subject", value: "Your code" });
  expect((await message.timeline()).map(({ what }) => what)).toContain("stored");
  expect(Date.now() - message.creation.getTime()).toBeLessThan(60_000);
  expect((await mayfly.messages.get(message.id)).code).toBe("482913");
  const searched = await mayfly.messages.list({ q: `482913 in:${inbox.address}` });
  expect(searched.map(({ id }) => id)).toEqual([message.id]);
  expect((await inbox.messages()).map(({ subject }) => subject)).toEqual(["Your code", "Welcome"]);
  expect(JSON.parse(JSON.stringify(message))).toEqual(message.data);
  expect((await inbox.latest())?.id).toBe(message.id);
  expect(await inbox.counts()).toEqual({ messages: 2, unread: 2 });
  await message.delete();
  expect(await inbox.messages({ limit: 5 })).toHaveLength(1);
  expect(await inbox.deleteMessages()).toBe(1);
  expect(await inbox.latest()).toBeUndefined();
});

it("lists addresses page after page, changes one, and ends a run", async () => {
  const run = `ci/${crypto.randomUUID()}`;
  const inboxes = await Promise.all(Array.from({ length: 3 }, () => mayfly.emails.create({ run })));
  expect(await mayfly.emails.list({ run, limit: 2 })).toHaveLength(2);
  expect(await mayfly.emails.list({ run })).toHaveLength(3);
  const inbox = mayfly.emails.open(inboxes[0]?.address ?? "");
  expect(await inbox.update({ reason: "changed" })).toMatchObject({ reason: "changed", is_active: true });
  await inbox.end();
  expect((await inbox.get()).is_active).toBe(false);
  expect(await mayfly.emails.endRun(run)).toBe(2);
  expect((await mayfly.me()).member.id).toBe(owner.name);
  expect(`${inbox}`).toBe(inbox.address);
});

it("says why nothing arrived: address, criteria, what came instead and what SMTP refused (row S01)", async () => {
  const inbox = await mayfly.emails.create({ prefix: `expected-${Date.now()}` });
  await send(inbox.address, "Welcome");
  const wrong = inbox.address.replace("expected", "expcted");
  expect(await send(wrong, "Reset")).toMatch(/^550/);
  const failed = await inbox.wait({ subject: "Reset", from: "shop@", timeout: 0.2 }).catch((error) => error);
  expect(failed).toBeInstanceOf(NothingArrived);
  expect(failed.name).toBe("NothingArrived");
  expect(failed.message).toContain(`No mail from 'shop@' with subject 'Reset' came to ${inbox.address} within 0.2 s.`);
  expect(failed.message).toContain("its subject 'Welcome' does not contain 'Reset'");
  await expect
    .poll(async () => (await inbox.wait({ subject: "Reset", timeout: 0 }).catch((error) => error)).message)
    .toContain(`${wrong}, not for ${inbox.address}, was refused`);
  expect(failed.explanation.not_matching).toHaveLength(1);
});

it("waits for several, for none, since a message, and claims for one caller alone", async () => {
  const inbox = await mayfly.emails.create();
  await inbox.waitForNone({ timeout: 0 });
  for (const subject of ["one", "two"]) await send(inbox.address, subject);
  const [two, one] = await inbox.waitForCount(2, { timeout: 5 });
  expect([one?.subject, two?.subject]).toEqual(["one", "two"]);
  expect((await inbox.wait({ since: one })).subject).toBe("two");
  const gone = await inbox.waitForNone({ timeout: 0 }).catch((error) => error);
  expect(gone).toBeInstanceOf(UnwantedMail);
  expect(gone.message).toContain(`should come to ${inbox.address}, but 'two' from Shop`);
  await inbox.waitForNone({ since: new Date(), timeout: 0 });
  const claimed = await Promise.all([1, 2].map(() => inbox.wait({ claim: true, lease: 60, timeout: 5 })));
  expect(claimed.map(({ subject }) => subject).sort()).toEqual(["one", "two"]);
  for (const message of claimed) await message.ack();
  await expect(inbox.wait({ claim: true, timeout: 0 })).rejects.toThrow("Other calls have claimed 2");
});

it("ends a wait when its signal is aborted, and leaves none at the server", async () => {
  const inbox = await mayfly.emails.create();
  const abort = new AbortController();
  const waited = inbox.wait({ signal: abort.signal }).catch((error) => error);
  await waiting(inbox);
  abort.abort(new Error("enough"));
  expect((await waited).message).toBe("enough");
  await expect.poll(() => app.waiters.waitingAt(inbox.address), { interval: 5 }).toBe(0);
  await expect(inbox.wait({ signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
});

it("says what a message lacks, and what it has instead", async () => {
  const inbox = await mayfly.emails.create();
  await send(inbox.address, "Plain", "See https://shop.example/a");
  const message = await inbox.wait();
  expect(() => message.code).toThrow(NotInMessage);
  expect(() => message.code).toThrow(
    "The message 'Plain' from Shop <shop@shop.example> has no code. Its text begins: See",
  );
  expect(() => message.link(/reset/)).toThrow(/has no link with \/reset\/. It has:\n.*https:\/\/shop.example\/a/);
  await expect(message.attachment("a.pdf")).rejects.toThrow("has no attachment a.pdf.");
  await send(inbox.address, "No link");
  const other = await inbox.wait({ subject: "No link" });
  expect(() => other.link()).toThrow("The message 'No link' from Shop <shop@shop.example> has no link.");
});

it("names the call, the code and the fields of a refusal", async () => {
  const refused = await mayfly.emails.create({ prefix: "a b" }).catch((error) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ status: 422, code: "invalid", problem: { errors: [{ pointer: "#/prefix" }] } });
  expect(refused.message).toMatch(/^POST \/api\/v1\/emails was refused: 422 invalid\. .*\n {2}#\/prefix: /);
  const wrong = new Mayfly({ url: app.url, key: "mfly_wrong" });
  await expect(wrong.me()).rejects.toThrow(/refused: 401 invalid_key.*\nSet MAYFLY_KEY to a valid key/s);
  const narrow = new Mayfly({ url: app.url, key: (await apiClient(app, owner, { scopes: ["emails:read"] })).key });
  await expect(narrow.emails.create()).rejects.toThrow("The key lacks the scope emails:write.");
  await expect(mayfly.emails.open("nobody@mayfly.test").wait()).rejects.toMatchObject({ status: 404 });
  const inbox = await mayfly.emails.create();
  await inbox.end();
  await expect(inbox.wait()).rejects.toThrow("no longer accepts mail");
});

it.each([-1, Number.NaN, 30_000, Number.POSITIVE_INFINITY])(
  "says that a timeout of %s is none in seconds",
  async (timeout) => {
    await expect(mayfly.emails.open("a@mayfly.test").wait({ timeout })).rejects.toThrow(
      "A timeout must be 0 to 3600 seconds, not ",
    );
  },
);

it("says that a date is none to wait from", async () => {
  const since = new Date(Number.NaN);
  await expect(mayfly.emails.open("a@mayfly.test").wait({ since })).rejects.toThrow(
    "since is a Date that is no instant.",
  );
});

it("passes 100 workers with one key, without a limit in their way", async () => {
  const work = async (at: number) => {
    const inbox = await mayfly.emails.create({ run: "workers" });
    const sender = await SmtpClient.open(app.smtpPort);
    const waited = inbox.wait({ subject: `code ${at}` });
    await sender.send(inbox.address, `Subject: code ${at}\r\n\r\nYour code is ${100_000 + at}.\r\n`);
    await sender[Symbol.asyncDispose]();
    const { code } = await waited;
    await inbox.end();
    return code;
  };
  const codes = await Promise.all(Array.from({ length: 100 }, (_, at) => work(at)));
  expect(codes).toEqual(Array.from({ length: 100 }, (_, at) => `${100_000 + at}`));
});
