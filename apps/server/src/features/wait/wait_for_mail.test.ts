import { requestOf, resources, waitLimits } from "@mayfly/contracts";
import { v7 as uuid } from "uuid";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { type ApiClient, apiClient } from "../../testing/api_client.ts";
import { storedMessage } from "../../testing/messages.ts";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";
import { tickingClock } from "../../testing/ticking_clock.ts";

const app = sharedApp({ ROLES: "web,smtp" });
const { emails, messages } = resources;
let owner: TestMember;
let client: ApiClient;
let smtp: SmtpClient;
beforeAll(async () => {
  owner = await app.member("Administrator");
  client = await apiClient(app, owner);
});
// One for each test: on a busy machine, the receiver ends a connection that was idle while others ran.
beforeEach(async () => {
  smtp = await SmtpClient.open(app.smtpPort);
  return () => smtp[Symbol.asyncDispose]();
});

/** The name of a message that would have been made then (RFC 9562, version 7). */
const uuidOf = (made: Date) => uuid({ msecs: made.getTime() });

const wait = (id: string, given: object = {}) => client.call(emails.wait, { id, ...given });
/** What a wait that finds nothing explains. */
const explained = async (id: string, given: object = {}) => {
  const { body } = await wait(id, { timeout: 0, ...given });
  expect(body).toMatchObject({ found: false });
  return body.explanation;
};
const send = (address: string, head: string, text = "Hello") => smtp.send(address, `${head}\r\n\r\n${text}\r\n`);
/** Fulfilled when so many calls wait. */
const waiting = (address: string, count: number) =>
  expect.poll(() => app.waiters.waitingAt(address), { interval: 5 }).toBe(count);

it("answers when the mail comes, with its code, text and links (rows R01, R02)", async () => {
  const address = await app.address(owner);
  const answer = wait(address, { match: { subject: "CODE", from: "shop@", has: "code" } });
  await waiting(address, 1);
  await send(address, "From: Shop <other@shop.example>\r\nSubject: Welcome");
  await send(
    address,
    "From: Shop <shop@shop.example>\r\nSubject: Your code",
    "Your code is 482913: https://shop.example/verify",
  );
  expect(await answer).toMatchObject({
    status: 200,
    body: {
      found: true,
      messages: [{ code: "482913", subject: "Your code", links: [{ url: "https://shop.example/verify" }] }],
    },
  });
  await waiting(address, 0);
});

it("finds what came after a message that a clock stamped ahead (row R01)", async () => {
  const other = await app.member("Administrator");
  const program = await apiClient(app, other);
  const address = await app.address(other);
  const creation = new Date(Date.now() + 3_600_000);
  const since = uuidOf(creation);
  const name = await storedMessage(app, other, address, { subject: "stamped ahead", creation });
  await app.rootDb.customerInbox.update({ where: { name }, data: { name: since } });
  const ask = (timeout: number) => program.call(emails.wait, { id: address, timeout, since });
  expect((await ask(0)).body.found).toBe(false);
  const answer = ask(60);
  await waiting(address, 1);
  // A receiver notices within a second that others stamp their mail later than it does.
  const newest = async () => {
    await send(address, "Subject: later");
    return (await program.call(messages.list, { limit: 1 })).body.data[0].subject;
  };
  await expect.poll(newest).toBe("later");
  expect((await answer).body.messages).toMatchObject([{ subject: "later" }]);
  await app.rootDb.customerInbox.deleteMany({ where: { recipients: address } });
});

it("finds what is there, since when it is told, as many as it is told", async () => {
  const address = await app.address(owner);
  const first = await storedMessage(app, owner, address, { subject: "one", sender: "A <a@x.example>" });
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  const between = app.clock.now.toISOString();
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  const second = await storedMessage(app, owner, address, { subject: "two" });
  const names = async (given: object) =>
    (await wait(address, { timeout: 0, ...given })).body.messages?.map(({ name }: { name: string }) => name);
  expect(await names({})).toEqual([second]);
  expect(await names({ count: 2 })).toEqual([second, first]);
  expect(await names({ count: 3 })).toBeUndefined();
  expect(await names({ since: between })).toEqual([second]);
  expect(await names({ since: first })).toEqual([second]);
  expect(await names({ since: second })).toBeUndefined();
  expect(await names({ match: { from: { equals: "a@x.example" } } })).toEqual([first]);
  expect(await names({ match: { from: { equals: "x.example" } } })).toBeUndefined();
});

it("matches recipients, text, headers, links and attachments, all of them together", async () => {
  const address = await app.address(owner);
  const tagged = address.replace("@", "+ci@");
  await send(
    tagged,
    `To: CI <${tagged}>\r\nX-Run: ci/4711\r\nX-Run: ci/4712\r\nSubject: report`,
    "All green: https://ci.example/1",
  );
  const found = async (match: object) => (await wait(address, { timeout: 0, match })).body.found;
  for (const match of [
    { to: "+CI@" },
    { to: { equals: tagged } },
    { contains: "all GREEN" },
    { header: { name: "x-run", value: "4712" } },
    { header: { name: "X-Run", value: { equals: "CI/4711" } } },
    { has: "link" },
    { to: "ci", contains: "green", has: "link", subject: "Report", header: { name: "X-Run", value: "ci" } },
  ]) {
    expect([match, await found(match)]).toEqual([match, true]);
  }
  for (const match of [
    { to: "other@" },
    { contains: "all red" },
    { header: { name: "X-Other", value: "4712" } },
    { has: "attachment" },
    { has: "code" },
    { to: "ci", subject: "other" },
  ]) {
    expect([match, await found(match)]).toEqual([match, false]);
  }
});

it("looks into both the plain text and the HTML, of which one may say only that it is not the other", async () => {
  const address = await app.address(owner);
  const head = "Subject: Birds\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b";
  const parts = ["Please use a program that shows HTML.", "Content-Type: text/html\r\n\r\n<p>Only in HTML: siskin</p>"];
  await send(address, head, `--b\r\n\r\n${parts.join("\r\n--b\r\n")}\r\n--b--`);
  for (const contains of ["siskin", "Please use"]) {
    expect((await wait(address, { timeout: 0, match: { contains } })).body.found).toBe(true);
  }
  const { not_matching } = await explained(address, { match: { contains: "goldfinch" } });
  expect(not_matching[0].failed).toEqual([{ criterion: "contains", detail: "its text does not contain 'goldfinch'" }]);
});

it("reads a part of much mail in each of its turns, and says when its time is not enough", async () => {
  const address = await app.address(owner);
  for (let at = 0; at < 12; at += 1) {
    const creation = new Date(app.clock.now.getTime() - at * 1_000);
    await storedMessage(app, owner, address, { creation, subject: at === 11 ? "green" : "red" });
  }
  using _ticks = tickingClock(app, 200);
  for (const given of [{}, { claim: true }]) {
    const asked = { match: { contains: "body of green" }, ...given };
    expect((await wait(address, { ...asked, timeout: 60 })).body.messages).toMatchObject([{ subject: "green" }]);
  }
  const { status, body } = await wait(address, { timeout: 0, match: { contains: "body of blue" } });
  expect([status, body.errors]).toMatchObject([
    422,
    [{ pointer: "#/match", detail: expect.stringMatching(/^There is too much mail to search/) }],
  ]);
  // What needs no reading is not refused.
  expect((await wait(address, { timeout: 0, match: { subject: "blue" } })).body.found).toBe(false);
});

it("reads mail for an explanation no longer than for a look, and counts what is left", async () => {
  const address = await app.address(owner);
  for (const at of [0, 1, 2, 3]) {
    const creation = new Date(app.clock.now.getTime() - at * 1_000);
    await storedMessage(app, owner, address, { creation, subject: "red" });
  }
  using _ticks = tickingClock(app, 260);
  // By its subject, none has to be read to know that it does not match.
  const match = { subject: "blue", contains: "body of blue" };
  const { text, not_matching, not_matching_count } = await explained(address, { match });
  expect([not_matching.length, not_matching_count]).toEqual([1, 4]);
  expect(text).toContain("3 more came that do not match.");
});

it("says of mail that does not match which criteria failed (row R03)", async () => {
  const address = await app.address(owner);
  await send(address, "From: Shop <shop@shop.example>\r\nSubject: Welcome", "Hello");
  const match = { subject: "Reset", from: "shop", contains: "code", header: { name: "X-Run", value: "1" } };
  expect(await explained(address, { match })).toMatchObject({
    not_matching: [
      {
        subject: "Welcome",
        failed: [
          { criterion: "subject", detail: "its subject 'Welcome' does not contain 'Reset'" },
          { criterion: "contains", detail: "its text does not contain 'code'" },
          { criterion: "header", detail: "it has no header X-Run" },
        ],
      },
    ],
    not_matching_count: 1,
    text: expect.stringMatching(
      /^A message from Shop <shop@shop\.example> came (\d.* s|as) .*, but its subject 'Welcome' does not/,
    ),
    advice: "Mail arrived but did not match your criteria.",
    address: { email_name: address, is_active: true },
    last_message: expect.any(String),
  });
  // It may be stamped later than it came: this company has mail of a clock that was ahead.
  const { creation } = await app.rootDb.customerInbox.findFirstOrThrow({ where: { recipients: address } });
  const since = new Date(creation.getTime() + 1_000).toISOString();
  expect(await explained(address, { since })).toMatchObject({
    not_matching: [{ failed: [{ criterion: "since" }] }],
    advice: "Only older mail is here: use an earlier `since`, or send the mail again.",
  });
});

it("says what SMTP refused for the address and for names like it, and of strangers' mail no sender (row R03)", async () => {
  const local = `signup-${crypto.randomUUID().slice(0, 8)}`;
  const domain_name = `${crypto.randomUUID()}.example`;
  const given = { company: owner.company, owner: owner.name, verification_token: "t", is_verified: true };
  await app.rootDb.domain.create({ data: { ...given, domain_name, mx_found: false, checked: app.clock.now } });
  for (const domain of [domain_name, "mayfly.test"]) {
    const address = `${local}@${domain}`;
    const data = { email_name: address, domain_name: domain, company: owner.company, owner: owner.name };
    await app.rootDb.email.create({ data: { ...data, creation: app.clock.now } });
    if (domain === domain_name) {
      expect((await explained(address)).advice).toBe(
        `When it was last checked, at ${app.clock.now.toISOString()}, the MX record of ${domain_name} did not lead to localhost: without it, no mail from outside arrives.`,
      );
    }
  }
  await smtp.say("EHLO client.example");
  await smtp.say("MAIL FROM:<app@staging.example>");
  const typo = local.slice(1);
  for (const name of [`${typo}@${domain_name}`, `other@${domain_name}`, `${typo}@mayfly.test`, "other@mayfly.test"]) {
    expect(await smtp.say(`RCPT TO:<${name}>`)).toMatch(/^550/);
  }
  await smtp.say("RSET");
  const at = (id: string) => explained(id).then(({ refused }) => refused);
  await expect.poll(() => at(`${local}@${domain_name}`)).toHaveLength(2);
  expect(await explained(`${local}@${domain_name}`)).toMatchObject({
    refused: [
      { address: `${typo}@${domain_name}`, outcome: "refused", mail_from: "app@staging.example" },
      { address: `other@${domain_name}` },
    ],
    text: expect.stringContaining(`Mail from app@staging.example for ${typo}@${domain_name}, not for ${local}@`),
    advice: `If your app wrote to ${typo}@${domain_name}, change that address to ${local}@${domain_name}.`,
  });
  await expect.poll(() => at(`${local}@mayfly.test`)).toHaveLength(1);
  expect(await at(`${local}@mayfly.test`)).toMatchObject([
    { address: `${typo}@mayfly.test`, mail_from: null, reply: expect.stringMatching(/^550 5\.1\.1/) },
  ]);
  const silent = await app.address(owner);
  expect((await explained(silent)).text).toBe(
    `No mail has arrived for ${silent}, and no failed delivery attempts were recorded.
Check that your app sends to localhost:0 and is not refused there (a refusal with 421, 450, 452 or 552 before a recipient is named may not be shown here).`,
  );
});

it("tells of no try from before the address was made, which then gets no more of that mail (threat 54)", async () => {
  const stem = `lost-${crypto.randomUUID().slice(0, 8)}`;
  const named = (letter: string) => `${stem}${letter}@mayfly.test`;
  const tick = () => (app.clock.now = new Date(app.clock.now.getTime() + 1_000));
  const create = (who: ApiClient, letter: string) => who.call(emails.create, { prefix: `${stem}${letter}` });
  expect((await create(client, "a")).status).toBe(201);
  tick();
  expect(await smtp.send(named("b"), "Subject: typo\r\n\r\n", "app@staging.example")).toMatch(/^550 /);
  // Of a sub-address, the name is missing to which its mail would come.
  expect(await smtp.send(named("b").replace("@", "+ci@"), "Subject: typo\r\n\r\n")).toMatch(/^550 /);
  await expect.poll(() => explained(named("a")).then(({ refused }) => refused)).toHaveLength(2);
  tick();
  const stranger = await apiClient(app, await app.member("Administrator"));
  expect((await create(stranger, "c")).status).toBe(201);
  const asked = { id: named("c"), timeout: 0, since: new Date(0).toISOString() };
  expect((await stranger.call(emails.wait, asked)).body.explanation.refused).toEqual([]);
  expect((await create(stranger, "b")).status).toBe(409);
});

it("says that a message broke off, and by the latest of what happened what to do", async () => {
  const address = await app.address(owner);
  const other = await SmtpClient.open(app.smtpPort);
  expect(await other.begin(address)).toMatch(/^354/);
  other.detach().destroy();
  await expect.poll(() => explained(address).then(({ refused }) => refused)).toHaveLength(1);
  expect(await explained(address)).toMatchObject({
    refused: [{ outcome: "deferred", reply: "451 4.4.2 Connection lost before the end of the message" }],
    advice: "The mail was deferred: wait until its sender tries again, or send it again.",
  });
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  await send(address, "Subject: Welcome");
  expect((await explained(address, { match: { subject: "Reset" } })).advice).toMatch(/^Mail arrived but/);
});

it("is quiet when no mail is expected, and answers at once with the message that comes (row R05)", async () => {
  const address = await app.address(owner);
  const quiet = (await wait(address, { expect: "none", timeout: 0.1 })).body;
  expect(quiet).toMatchObject({ found: false, explanation: { advice: "No mail came, as expected." } });
  expect(quiet.waited_ms).toBeGreaterThanOrEqual(100);
  const answer = wait(address, { expect: "none" });
  await waiting(address, 1);
  await send(address, "Subject: noise");
  expect((await answer).body).toMatchObject({ found: true, messages: [{ subject: "noise" }] });
});

it("gives 100 callers at once 100 different messages, and none twice (row R04)", async () => {
  const address = await app.address(owner);
  const answers = Array.from({ length: 100 }, () => wait(address, { claim: true }));
  for (let no = 0; no < 100; no += 1) await send(address, `Subject: ${no}`);
  const given = (await Promise.all(answers)).map(({ body }) => body.messages[0]);
  expect(new Set(given.map(({ name }) => name)).size).toBe(100);
  for (const { claim } of given) expect(claim).toMatchObject({ claim: expect.any(String), until: expect.any(String) });
  expect(await explained(address, { claim: true })).toMatchObject({
    ...{ claimed: 100, acknowledged: 0, lease_ends: given[0].claim.until },
    advice: `Other calls claimed them first: send one message for each call that claims, or wait for a lease to end (the next at ${given[0].claim.until}).`,
  });
});

it("gives a message out again when its lease ends, until it is acknowledged", async () => {
  const address = await app.address(owner);
  const id = await storedMessage(app, owner, address, {});
  const claimed = async () => (await wait(address, { timeout: 0, claim: true, lease: 10 })).body.messages?.[0];
  const ack = async (given: object = {}) => (await client.call(messages.ack, { id, ...given })).status;
  expect(await ack()).toBe(409);
  expect((await client.call(messages.ack, { id: "no-uuid" })).status).toBe(404);
  const first = await claimed();
  expect([first.name, await claimed()]).toEqual([id, undefined]);
  // Who does not claim sees it all the same.
  expect((await wait(address, { timeout: 0 })).body.messages).toMatchObject([{ name: id }]);
  app.clock.now = new Date(app.clock.now.getTime() + 10_000);
  const second = await claimed();
  expect(second.name).toBe(id);
  // The claim that came first is not the caller's any more.
  expect(await ack({ claim: first.claim.claim })).toBe(409);
  expect(await ack({ claim: second.claim.claim })).toBe(204);
  expect(await ack({ claim: second.claim.claim })).toBe(204);
  app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
  expect(await claimed()).toBeUndefined();
  // Nobody else is blamed for what the caller itself has claimed.
  expect((await explained(address, { claim: true })).text).toBe(
    `Another call has claimed one of its messages and acknowledged it.
Other calls claimed them first, for good: send one message for each call that claims.`,
  );
});

it("says of what others have claimed that it was claimed, whatever else came (row R03)", async () => {
  const address = await app.address(owner);
  for (const subject of ["one", "two", "three", "four", "five", "six", "seven"]) {
    app.clock.now = new Date(app.clock.now.getTime() + 1_000);
    const id = await storedMessage(app, owner, address, { subject });
    expect((await wait(address, { timeout: 0, claim: true })).body.found).toBe(true);
    expect((await client.call(messages.ack, { id })).status).toBe(204);
  }
  const { text, not_matching, not_matching_count } = await explained(address, {
    claim: true,
    match: { subject: "one" },
  });
  expect(text).toMatch(/Other calls claimed them first, for good: send one message for each call that claims\.$/);
  expect([not_matching.length, not_matching_count]).toEqual([5, 5]);
  const other = await explained(address, { claim: true, match: { subject: "eight" } });
  expect(other.text).toMatch(/Mail arrived but did not match your criteria\.$/);
});

it("names those that came, where more were wanted (row R03)", async () => {
  const address = await app.address(owner);
  await storedMessage(app, owner, address, { subject: "one", sender: "" });
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  await storedMessage(app, owner, address, { subject: "two" });
  for (const given of [{}, { match: { contains: "body" } }, { claim: true }]) {
    const explanation = await explained(address, { count: 3, ...given });
    const { text } = explanation;
    expect(explanation.matching).toMatchObject([{ subject: "two" }, { subject: "one" }]);
    expect(text).toMatch(
      "claim" in given
        ? /^Of the 3 messages that were wanted, 2 are free, so none was claimed: 'two' from Zoë .*; 'one' without a sender/
        : /^2 of the 3 messages that were wanted came: 'two' from Zoë <zoe@elsewhere.example> .*; 'one' without a sender/,
    );
  }
});

it("says nothing of mail that is deleted, or that its client did not send to the end", async () => {
  const address = await app.address(owner);
  const id = await storedMessage(app, owner, address, {});
  expect((await client.call(messages.remove, { id })).status).toBe(204);
  await using gone = await SmtpClient.open(app.smtpPort);
  await gone.say("EHLO gone.example");
  await gone.say("MAIL FROM:<app@staging.example>");
  expect(await gone.say(`RCPT TO:<${address}>`)).toMatch(/^250/);
  await gone.say("QUIT");
  const { text, last_message } = await explained(address);
  expect(text).toMatch(/^No mail has arrived for .*, and no failed delivery attempts were recorded\.\nCheck that/);
  expect(last_message).toBeNull();
});

it("tells how many attempts failed, those included that are not kept (row R08)", async () => {
  const address = await app.address(owner, { expiry: new Date(app.clock.now.getTime() + 60_000) });
  await using other = await SmtpClient.open(app.smtpPort);
  await other.say("EHLO many.example");
  await app.rootDb.smtpAttemptCount.create({
    data: {
      ...{ company: owner.company, day: new Date(app.clock.now.toISOString().slice(0, 10)), address, count: 720 },
      ...{ first: app.clock.now, last: new Date(app.clock.now.getTime() + 20_000) },
    },
  });
  const { refusals, text } = await explained(address);
  expect(refusals).toMatchObject({ count: 720, first: app.clock.now.toISOString() });
  expect(text).toMatch(
    /^In all, 720 attempts to send mail to .* failed, the first .* and the last 20 s into the wait\.$/m,
  );
  expect((await client.call(emails.attempts, { id: address })).body).toEqual({ data: [], next_cursor: null, refusals });
});

it("takes `now` of an answer, a date of HTTP, and the id of a deleted message for where to go on from (row R01)", async () => {
  const address = await app.address(owner);
  const named = async (subject: string) => {
    const name = await storedMessage(app, owner, address, { subject });
    app.clock.now = new Date(app.clock.now.getTime() + 1);
    return name;
  };
  const subjects = async (since: string) => {
    const { body } = await wait(address, { timeout: 0, since, count: 10 });
    return body.explanation.matching.map(({ subject }: { subject: string }) => subject);
  };
  app.clock.now = new Date(Math.floor(app.clock.now.getTime() / 1_000 + 1) * 1_000);
  await named("one");
  const { now } = (await wait(address, { timeout: 0 })).body;
  expect(now).toBe(app.clock.now.toISOString());
  expect((await client.call(resources.me.get, {})).body.now).toBe(now);
  const date = app.clock.now.toUTCString();
  app.clock.now = new Date(app.clock.now.getTime() + 1);
  const two = await named("two");
  expect(await subjects(now)).toEqual(["two"]);
  // It has whole seconds, so all of its second is over.
  expect(await subjects(date)).toEqual([]);
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  await named("three");
  expect(await subjects(date)).toEqual(["three"]);
  expect((await client.call(messages.remove, { id: two })).status).toBe(204);
  expect(await subjects(two)).toEqual(["three"]);
  const { not_matching } = await explained(address, { since: two, match: { subject: "zzz" } });
  expect(not_matching.map(({ subject }: { subject: string }) => subject)).toEqual(["three"]);
  const claimed = (await wait(address, { timeout: 0, since: two, claim: true })).body.messages;
  expect(claimed).toMatchObject([{ subject: "three" }]);
});

it("gives a claim's answer again without what was deleted, and keeps no text of it (threat 60)", async () => {
  const address = await app.address(owner);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const names = [];
  for (const subject of ["one", "two"]) {
    names.push(await storedMessage(app, owner, address, { subject, raw: "Subject: x\r\n\r\nvery secret\r\n" }));
  }
  const claim = () => client.call(emails.wait, { id: address, timeout: 0, claim: true, count: 2 }, headers);
  const { body } = await claim();
  expect(body.messages).toHaveLength(2);
  const row = await app.rootDb.idempotentAnswer.findFirstOrThrow({
    where: { idempotency_key: headers["idempotency-key"] },
  });
  expect(row.body).not.toMatch(/secret|one|two/);
  expect((await claim()).body).toEqual(body);
  const [first = "", second = ""] = names;
  await client.call(messages.remove, { id: first });
  expect((await claim()).body.messages).toMatchObject([{ name: second, claim: expect.any(Object) }]);
  await client.call(messages.remove, { id: second });
  const detail = "The messages that this wait claimed are gone, or you may no longer read them.";
  expect(await claim()).toMatchObject({ status: 404, body: { code: "not_found", detail } });
});

it("marks a text that is longer than what it gives, and says that only so much was compared", async () => {
  const address = await app.address(owner);
  const raw = `From: A <a@x.example>\r\n\r\n${"word ".repeat(110_000)}needle\r\n`;
  await storedMessage(app, owner, address, { raw });
  const [message] = (await wait(address, { timeout: 0 })).body.messages;
  expect([message.truncated, message.text.length]).toEqual([true, 500_000]);
  expect((await explained(address, { match: { contains: "needle" } })).text).toContain(
    "the first 500,000 characters of its text do not contain 'needle'",
  );
});

it("gives a message out at the instant at which its lease ends", async () => {
  const address = await app.address(owner);
  const id = await storedMessage(app, owner, address, {});
  expect((await wait(address, { claim: true, lease: 1 })).body.found).toBe(true);
  const begun = performance.now();
  const next = wait(address, { claim: true });
  await waiting(address, 1);
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  expect((await next).body).toMatchObject({ messages: [{ name: id }] });
  // Not when it would have looked again in any case.
  expect(performance.now() - begun).toBeLessThan(4_500);
});

it("gives back what was claimed for a client that has gone before it got it", async () => {
  const address = await app.address(owner);
  const leave = new AbortController();
  const { path, ...request } = requestOf(emails.wait, { id: address, claim: true });
  const gone = client.fetch(path, { ...request, signal: leave.signal }).catch(() => undefined);
  await waiting(address, 1);
  // It claims while another statement keeps the message locked, and so is answered once its client has gone.
  await app.rootDb.$transaction(async (tx) => {
    const id = await storedMessage(app, owner, address, {});
    await tx.$executeRaw`SELECT FROM customer_inbox WHERE name = ${id}::uuid FOR UPDATE`;
    leave.abort();
    await gone;
  });
  await waiting(address, 0);
  expect((await wait(address, { claim: true, timeout: 5 })).body.found).toBe(true);
});

it("claims several together or none", async () => {
  const address = await app.address(owner);
  const first = await storedMessage(app, owner, address, {});
  const claimed = async (count: number) =>
    (await wait(address, { timeout: 0, claim: true, count })).body.messages?.map(({ name }: { name: string }) => name);
  expect(await claimed(2)).toBeUndefined();
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  const second = await storedMessage(app, owner, address, {});
  expect(await claimed(2)).toEqual([first, second]);
  expect(await claimed(1)).toBeUndefined();
});

it("finds what nobody has claimed behind thousands that are claimed for good (rows R04, Z13)", async () => {
  const address = await app.address(owner);
  const old = await storedMessage(app, owner, address, {});
  const { company, name } = owner;
  // More than two statements pass; the last one is exactly as far as they come.
  await app.rootDb.$executeRaw`
    INSERT INTO customer_inbox (
      name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
    SELECT lpad(to_hex(no), 32, '0')::uuid, company, owner, visibility, recipients, source, '', '', '', '',
      creation + no * interval '1 second', modified + no * interval '1 second'
    FROM customer_inbox, generate_series(1, 4000) AS no WHERE customer_inbox.name = ${old}::uuid`;
  await app.rootDb.$executeRaw`
    INSERT INTO message_claim (message, company, address, claim, api_key, member, creation, until, acked)
    SELECT message.name, ${company}::uuid, ${address}, gen_random_uuid(), gen_random_uuid(), ${name}, modified, modified, modified
    FROM customer_inbox AS message WHERE recipients = ${address} AND subject = '' AND message.name <> ${old}::uuid`;
  app.clock.now = new Date(app.clock.now.getTime() + 5_000_000);
  const claimed = async (match = {}) =>
    (await wait(address, { timeout: 0, claim: true, match })).body.messages?.map((one: { name: string }) => one.name);
  expect(await claimed()).toEqual([old]);
  expect(await claimed()).toBeUndefined();
  const last = await storedMessage(app, owner, address, { subject: "Order" });
  expect(await claimed({ subject: "Order" })).toEqual([last]);
  app.clock.now = new Date(app.clock.now.getTime() + 120_000);
  expect(await claimed()).toEqual([old]);
});

it("tells at once when the address ends before or during the wait", async () => {
  const address = await app.address(owner);
  const expiry = new Date(app.clock.now.getTime() + 60_000);
  await app.rootDb.email.update({ where: { email_name: address }, data: { expiry } });
  const answer = wait(address, { timeout: 60 });
  await waiting(address, 1);
  app.clock.now = new Date(expiry.getTime() + 1);
  app.waiters.hear([
    { recipients: address, creation: expiry, sender: "", subject: "", code: "", has_attachment: false },
  ]);
  expect((await answer).body).toMatchObject({
    found: false,
    explanation: { address: { is_active: false }, advice: "The address has ended: activate it, or create another." },
  });
  const late = await wait(address);
  expect([late.status, late.body.code]).toEqual([410, "address_ended"]);
});

it.each([
  [{ match: { subject: "" } }, "#/match/subject"],
  [{ match: { subjct: "x" } }, "#/match"],
  [{ match: { header: { name: "X", value: "" } } }, "#/match/header/value"],
  [{ match: { header: { name: "X: y", value: "z" } } }, "#/match/header/name"],
  [{ match: { subject: "x".repeat(501) } }, "#/match/subject"],
  [{ match: { contains: "x".repeat(501) } }, "#/match/contains"],
  [{ match: { header: { name: "x".repeat(101), value: "z" } } }, "#/match/header/name"],
  [{ since: "" }, "#/since"],
  [{ since: "Sun, 29 Nov 2026 9:30:00 GMT" }, "#/since"],
  [{ since: "Mon, 29 Nov 2026 09:30:00 GMT" }, "#/since"],
  [{ since: "Tue, 31 Feb 2026 09:30:00 GMT" }, "#/since"],
  [{ since: "Thu, 01 Jan 0000 00:00:00 GMT" }, "#/since"],
  [{ since: uuidOf(new Date(Date.now() + 3_600_000)) }, "#/since"],
  [{ timeout: -1 }, "#/timeout"],
  [{ timeout: 1e9 }, "#/timeout"],
  [{ count: 0 }, "#/count"],
  [{ lease: 10 }, "#/lease"],
  [{ claim: true, lease: 601 }, "#/lease"],
  [{ expect: "none", claim: true }, "#/claim"],
  [{ expect: "none", count: 2 }, "#/count"],
  [{ since: "yesterday" }, "#/since"],
  [{ since: "2999-01-01T00:00:00Z" }, "#/since"],
  [{ since: "0000-01-01T00:00:00Z" }, "#/since"],
  [{ since: "0000-12-31T23:59:59.999Z" }, "#/since"],
  [{ since: "0000-01-01T00:00:00+23:59" }, "#/since"],
  [{ since: "9999-12-31T23:59:59-23:59" }, "#/since"],
  [{ since: crypto.randomUUID() }, "#/since"],
])("refuses %j by its field", async (given, pointer) => {
  const address = await app.address(owner);
  const { status, body } = await wait(address, given);
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, "invalid", expect.stringContaining(pointer)]);
});

it("takes the longest criteria that are allowed", async () => {
  const address = await app.address(owner);
  const long = "y".repeat(500);
  const all = Object.fromEntries(["from", "to", "subject", "contains"].map((criterion) => [criterion, long]));
  const match = { ...all, header: { name: "X".repeat(100), value: { equals: long } }, has: "link" };
  await storedMessage(app, owner, address, {});
  const { not_matching, text } = await explained(address, { match });
  expect(not_matching[0].failed).toHaveLength(6);
  expect(text.length).toBeLessThan(2_000);
});

it("refuses a message of another address, a foreign address, and a claim without the scope", async () => {
  const [address, other] = [await app.address(owner), await app.address(owner)];
  const since = await storedMessage(app, owner, other, {});
  expect((await wait(address, { since, timeout: 0 })).body.detail).toBe("The address has no message with this id.");
  const stranger = await app.member("Administrator");
  expect((await wait(await app.address(stranger))).status).toBe(404);
  const reader = await apiClient(app, owner, { scopes: ["messages:read"] });
  expect((await reader.call(emails.wait, { id: address, claim: true })).body).toMatchObject({
    ...{ status: 403, code: "insufficient_scope", required_scope: "messages:write" },
  });
});

it("frees the place of a client that has gone, and refuses those that are too many (row R07)", async () => {
  const address = await app.address(owner);
  const own = await apiClient(app, owner);
  const leave = new AbortController();
  // None of them ends before all have come.
  const { path, ...request } = requestOf(emails.wait, { id: address, timeout: waitLimits.timeout.most });
  const statuses: number[] = [];
  const ask = () =>
    own.fetch(path, { ...request, signal: leave.signal }).then(
      ({ status }) => statuses.push(status),
      () => undefined,
    );
  const many: Promise<unknown>[] = [];
  // Few at a time: a busy machine puts a burst off, which is another refusal.
  for (let held = 25; held <= 250; held += 25) {
    many.push(...Array.from({ length: 25 }, ask));
    await waiting(address, held);
  }
  await Promise.all(Array.from({ length: 10 }, ask));
  expect(statuses).toEqual(Array(10).fill(429));
  leave.abort();
  await waiting(address, 0);
  await Promise.all(many);
});

it("keeps no answer that changed nothing, so that a repeated wait looks again (row Q12)", async () => {
  const address = await app.address(owner);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const again = async () => {
    const { headers: answered, body } = await client.call(emails.wait, { id: address, timeout: 0 }, headers);
    return [answered.get("idempotent-replayed"), body.found];
  };
  expect(await again()).toEqual([null, false]);
  await storedMessage(app, owner, address, {});
  expect([await again(), await again()]).toEqual([
    [null, true],
    [null, true],
  ]);
  expect(await app.rootDb.idempotentAnswer.count({ where: { path: { contains: address } } })).toBe(0);
});

it("keeps the answer of a wait with an Idempotency-Key, so that a repeated one claims nothing more (row Q12)", async () => {
  const address = await app.address(owner);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const claim = () => client.call(emails.wait, { id: address, claim: true }, headers);
  const answer = claim();
  await waiting(address, 1);
  expect((await claim()).body).toMatchObject({ status: 409, code: "idempotency_in_progress" });
  await send(address, "Subject: one");
  await send(address, "Subject: two");
  const { body } = await answer;
  // A program that lost the answer asks again with the time that it has left.
  for (const again of [
    await claim(),
    await client.call(emails.wait, { id: address, claim: true, timeout: 1.5 }, headers),
  ]) {
    expect([again.headers.get("idempotent-replayed"), again.body]).toEqual(["true", body]);
  }
  const other = await client.call(emails.wait, { id: address, claim: true, lease: 90 }, headers);
  expect(other.body).toMatchObject({ status: 422, code: "idempotency_mismatch" });
  expect(await app.rootDb.messageClaim.count({ where: { address } })).toBe(1);
});
