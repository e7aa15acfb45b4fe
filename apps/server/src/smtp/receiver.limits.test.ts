import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { mailbox, receiver } from "../testing/receiver.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { sharedApp } from "../testing/test_app.ts";
import { replies, replyToFailure } from "./reply.ts";

const low = sharedApp({
  ROLES: "smtp",
  SMTP_MAX_MESSAGE_BYTES: "20000",
  SMTP_MAX_RECIPIENTS: "2",
  SMTP_MAX_ERRORS: "3",
});
const single = sharedApp({ ROLES: "smtp", SMTP_MAX_ERRORS: "2", SMTP_MAX_RECIPIENTS: "1" });
const hasty = sharedApp({ ROLES: "smtp", SMTP_TRANSACTION_SECONDS: "3" });

const message = "Subject: Hello\r\n\r\nBody\r\n";

afterEach(() => void vi.useRealTimers());

const stopTimers = () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

/** Advances the fake timers by so many seconds, and sends one byte from the client in each. */
async function drip(client: SmtpClient, seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    client.socket.write("x", resolve);
    await promise;
    await turn();
    vi.advanceTimersByTime(1_000);
  }
}

it("refuses a message whose declared SIZE is too large (threat 6)", async () => {
  const given = await mailbox(low);
  await using client = await given.open();
  expect(await client.say("EHLO client.example")).toContain("SIZE 20000");
  expect(await client.say("MAIL FROM:<a@elsewhere.example> SIZE=20001")).toMatch(/^552 /);
  expect(await client.say("MAIL FROM:<a@elsewhere.example> SIZE=20000")).toMatch(/^250 /);
});

it("refuses a message as soon as it is too large, and hangs up (threat 6)", async () => {
  const given = await mailbox(low);
  await using client = await given.open();
  await client.begin(given.to);
  client.write("x".repeat(70).concat("\r\n").repeat(400));
  expect(await client.reply()).toBe("552 5.3.4 Message is larger than 20000 bytes");
  expect(await client.reply()).toBeUndefined();
  expect(await given.count()).toBe(0);
  await using other = await given.open();
  expect(await other.send(given.to, message)).toMatch(/^250 /);
});

it("disconnects a client that goes on sending a refused message (threat 6)", async () => {
  await using given = await receiver({ SMTP_MAX_MESSAGE_BYTES: "200000", SMTP_MAX_BYTES_IN_FLIGHT: "200000" });
  const lines = (count: number) => "x".repeat(70).concat("\r\n").repeat(count);
  await using slow = await given.open();
  await slow.begin(given.to);
  slow.write(lines(2000));
  await using client = await given.open();
  await client.begin(given.to);
  // Refused as too much at once. That reply would come at the end of the message, but this one has no end.
  client.write(lines(4000));
  expect(await client.reply()).toBe("552 5.3.4 Message is larger than 200000 bytes");
  expect(await client.reply()).toBeUndefined();
  expect(await slow.say(".")).toMatch(/^250 /);
});

it("ends a transaction that takes too long, even while bytes keep coming in (threat 7)", async () => {
  const given = await mailbox(hasty);
  stopTimers();
  await using client = await given.open();
  expect(await client.begin(given.to)).toMatch(/^354 /);
  await drip(client, 3);
  expect(await client.reply()).toBe("421 4.4.2 Transaction took too long");
  expect(await given.count()).toBe(0);
});

it("restarts the time limit for each message of a connection (threat 7)", async () => {
  const given = await mailbox(hasty);
  stopTimers();
  await using client = await given.open();
  for (let count = 0; count < 2; count += 1) {
    vi.advanceTimersByTime(2_000);
    expect(await client.send(given.to, message)).toMatch(/^250 /);
  }
  vi.advanceTimersByTime(3_000);
  expect(await client.reply()).toMatch(/^421 /);
});

it("ends an idle connection", async () => {
  await using given = await receiver({ SMTP_IDLE_SECONDS: "1" });
  await using client = await given.open();
  expect(await client.reply()).toMatch(/^421 /);
});

it("refuses recipients beyond the limit of a message with 452 (threat 8)", async () => {
  const given = await mailbox(low);
  const others = [await given.app.address(given.owner), await given.app.address(given.owner)];
  await using client = await given.open();
  await client.say("EHLO client.example");
  await client.say("MAIL FROM:<a@elsewhere.example>");
  expect(await client.say(`RCPT TO:<${given.to}>`)).toMatch(/^250 /);
  expect(await client.say(`RCPT TO:<${others[0]}>`)).toMatch(/^250 /);
  expect(await client.say(`RCPT TO:<${others[1]}>`)).toMatch(/^452 4\.5\.3 /);
});

it("disconnects a client that guesses addresses (threat 8)", async () => {
  const given = await mailbox(low);
  await using client = await given.open();
  await client.say("EHLO client.example");
  await client.say("MAIL FROM:<a@elsewhere.example>");
  expect(await client.say("RCPT TO:<a@mayfly.test>")).toMatch(/^550 /);
  expect(await client.say("RCPT TO:<b@mayfly.test>")).toMatch(/^550 /);
  expect(await client.say("RCPT TO:<c@mayfly.test>")).toMatch(/^421 /);
  expect(await client.reply()).toBeUndefined();
});

it("disconnects a client that makes too many errors of any kind (threat 8)", async () => {
  const given = await mailbox(low);
  for (const line of ["RCPT TO:<bad", "MAIL FROM:<a@elsewhere.example> SIZE=99999999999", "DATA", "AUTH PLAIN x"]) {
    await using client = await given.open();
    await client.say("EHLO client.example");
    for (let no = 1; no < 3; no += 1) expect(await client.say(line), line).toMatch(/^5\d\d /);
    expect(await client.say(line), line).toBe("421 4.7.0 Too many errors");
    expect(await client.reply(), line).toBeUndefined();
  }
});

it("disconnects a client that sends many commands but no mail (threat 9)", async () => {
  const given = await mailbox(single);
  for (const command of ["NOOP", "RSET", "EHLO client.example"]) {
    await using client = await given.open();
    await client.begin(given.to);
    expect(await client.say(`${message}.`)).toMatch(/^250 /);
    for (let no = 0; no < 102; no += 1) expect(await client.say(command), `${no}`).toMatch(/^250/);
    expect(await client.say(command)).toBe("421 4.7.0 Too many errors");
  }
});

it("does not count a temporary refusal as an error", async () => {
  const given = await mailbox(single);
  await using client = await given.open();
  await client.say("EHLO client.example");
  await client.say("MAIL FROM:<a@elsewhere.example>");
  await client.say(`RCPT TO:<${given.to}>`);
  for (let no = 1; no < 10; no += 1) expect(await client.say(`RCPT TO:<x${no}@mayfly.test>`)).toMatch(/^452 4\.5\.3 /);
  await client.say("DATA");
  expect(await client.say(`${message}.`)).toMatch(/^250 /);
});

it("stores a message for the allowed number of recipients, however many more are named", async () => {
  const given = await mailbox(low);
  await using client = await given.open();
  await client.say("EHLO client.example");
  await client.say("MAIL FROM:<a@elsewhere.example>");
  const rest = Array.from({ length: 150 }, (_, no) => `x${no}@mayfly.test`);
  const more = await given.app.address(given.owner);
  const replies = [];
  for (const to of [given.to, more, ...rest]) replies.push(await client.say(`RCPT TO:<${to}>`));
  expect(replies.map((reply) => reply?.slice(0, 3))).toEqual(["250", "250", ...rest.map(() => "452")]);
  await client.say("DATA");
  expect(await client.say(`${message}.`)).toMatch(/^250 /);
  expect(await given.count()).toBe(2);
});

it("accepts a message for an active address after many expired ones have been refused", async () => {
  const given = await mailbox(low);
  const ended = [];
  for (let no = 0; no < 4; no += 1) ended.push(await given.app.address(given.owner, { expiry: given.app.clock.now }));
  await using client = await given.open();
  await client.say("EHLO client.example");
  await client.say("MAIL FROM:<a@elsewhere.example>");
  for (const to of ended) expect(await client.say(`RCPT TO:<${to}>`)).toMatch(/^550 5\.2\.1 /);
  expect(await client.say(`RCPT TO:<${given.to}>`)).toMatch(/^250 /);
  await client.say("DATA");
  expect(await client.say(`${message}.`)).toMatch(/^250 /);
});

it("accepts mail from senders with addresses that no RFC allows", async () => {
  const given = await mailbox(low);
  await using client = await given.open();
  const senders = [
    ...["root@my_host.example", "ab.@docomo.example", "a..b@docomo.example"],
    `${"x".repeat(300)}@long.example`,
  ];
  for (const sender of senders) {
    await client.say("EHLO client.example");
    expect(await client.say(`MAIL FROM:<${sender}>`), sender).toMatch(/^250 /);
    await client.say(`RCPT TO:<${given.to}>`);
    await client.say("DATA");
    expect(await client.say(`${message}.`), sender).toMatch(/^250 /);
  }
  const stored = await given.app.rootDb.customerInbox.findMany({ where: { company: given.owner.company } });
  expect(stored.map(({ mail_from }) => mail_from).toSorted()).toEqual(senders.toSorted());
});

it("finishes a message that has begun before it stops, begins no other, and closes every connection with 421", async () => {
  await using given = await receiver({});
  await using busy = await given.open();
  await using idle = await given.open();
  await idle.say("EHLO client.example");
  await busy.begin(given.to);
  busy.write("Subject: late\r\n\r\n");
  const stopped = given.app.stopReceiving();
  await expect
    .poll(() =>
      SmtpClient.connect(given.app.smtpPort).then(
        () => "open",
        () => "closed",
      ),
    )
    .toBe("closed");
  // Not only once the message of the other has ended.
  expect(await idle.reply()).toMatch(/^421 /);
  expect(await idle.reply()).toBeUndefined();
  busy.write("The end\r\n.\r\nMAIL FROM:<next@elsewhere.example>\r\n");
  expect(await busy.reply()).toMatch(/^250 2\.\d\.\d .*stored as/);
  expect(await busy.reply()).toMatch(/^421 /);
  expect(await busy.reply()).toBeUndefined();
  await stopped;
  expect(await given.count()).toBe(1);
});

it("stops within five seconds although a message does not end", async () => {
  await using given = await receiver({});
  await using client = await given.open();
  await client.begin(given.to);
  stopTimers();
  const stopped = given.app.stopReceiving();
  await drip(client, 5);
  await stopped;
  expect(await client.reply()).toMatch(/^421 /);
  expect(await given.count()).toBe(0);
});

it("answers a full disk with 452, and any other failure of its own with 451 (threats 2 and 3)", () => {
  expect(replyToFailure({ code: "53100" })).toBe(replies.full);
  expect(replyToFailure({ code: "ENOSPC" })).toBe(replies.full);
  for (const error of [{ code: "57P01" }, { code: "ECONNREFUSED" }, new Error("x"), undefined]) {
    expect(replyToFailure(error)).toBe(replies.failed);
  }
});
