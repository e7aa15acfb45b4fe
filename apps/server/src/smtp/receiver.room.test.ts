import { connect } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { mailbox, receiver } from "../testing/receiver.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { sharedApp } from "../testing/test_app.ts";

const narrow = sharedApp({ ROLES: "smtp", SMTP_MAX_CONNECTIONS_PER_ADDRESS: "1", SMTP_MAX_CONNECTIONS: "3" });

const message = "Subject: Hello\r\n\r\nBody\r\n";

afterEach(() => void vi.useRealTimers());

it("closes connections beyond twice the limit for all without a reply, and serves the others (threat 9)", async () => {
  await using given = await receiver({ ROLES: "web,smtp", SMTP_MAX_CONNECTIONS: "1" });
  await using first = await given.open();
  // This client never closes its side.
  const staying = connect({ port: given.app.smtpPort, host: "127.0.0.1", allowHalfOpen: true });
  await using refused = new SmtpClient(staying);
  expect(await refused.reply()).toMatch(/^421 /);
  await using third = await SmtpClient.connect(given.app.smtpPort);
  expect(await third.reply()).toBeUndefined();
  expect(await first.send(given.to, message)).toMatch(/^250 /);
  expect((await given.app.guest.fetch("/healthz")).status).toBe(200);
});

it("closes connections beyond twice the limit of one address without a reply, and serves the others (threat 9)", async () => {
  const given = await mailbox(narrow);
  await using first = await given.open();
  const stay = () => new SmtpClient(connect({ port: given.app.smtpPort, host: "127.0.0.1", allowHalfOpen: true }));
  await using refused = stay();
  expect(await refused.reply()).toMatch(/^421 /);
  // Connections from one address alone never take all the room for connections.
  for (let no = 0; no < 20; no += 1) {
    await using another = stay();
    expect(await another.reply()).toBeUndefined();
  }
  expect(await first.send(given.to, message)).toMatch(/^250 /);
});

it("stops counting a connection that was reset (threat 9)", async () => {
  const given = await mailbox(narrow);
  for (let no = 0; no < 3; no += 1) {
    await expect
      .poll(async () => {
        const client = await SmtpClient.connect(given.app.smtpPort);
        const greeting = await client.reply();
        if (greeting?.startsWith("220")) await client.begin(given.to);
        client.socket.resetAndDestroy();
        return greeting;
      })
      .toMatch(/^220 /);
  }
});

it("limits connections of one address and of all, while the web still answers (threat 9)", async () => {
  await using given = await receiver({ ROLES: "web,smtp", SMTP_MAX_CONNECTIONS_PER_ADDRESS: "2" });
  await using first = await given.open();
  await using second = await given.open();
  const third = await SmtpClient.connect(given.app.smtpPort);
  expect(await third.reply()).toMatch(/^421 /);
  expect((await given.app.guest.fetch("/healthz")).status).toBe(200);
  await first.say("QUIT");
  await expect.poll(async () => (await SmtpClient.connect(given.app.smtpPort)).reply()).toMatch(/^220 /);
  expect(await second.send(given.to, message)).toMatch(/^250 /);

  await using small = await receiver({ SMTP_MAX_CONNECTIONS: "1" });
  await using only = await small.open();
  expect(await (await SmtpClient.connect(small.app.smtpPort)).reply()).toMatch(/^421 /);
  expect(await only.say("NOOP")).toMatch(/^250 /);
});

it("refuses a message beyond the limit of bytes in flight with 452 (threat 9)", async () => {
  await using given = await receiver({ SMTP_MAX_BYTES_IN_FLIGHT: "50000", SMTP_MAX_MESSAGE_BYTES: "50000" });
  await using slow = await given.open();
  await slow.begin(given.to);
  slow.write("x".repeat(70).concat("\r\n").repeat(600));
  await using other = await given.open();
  await expect
    .poll(() => other.send(given.to, `${message}${"x".repeat(70).concat("\r\n").repeat(200)}`))
    .toMatch(/^452 4\.3\.2 /);
  expect(await slow.say(".")).toMatch(/^250 /);
  expect(await other.send(given.to, message)).toMatch(/^250 /);
});

it("limits the bytes in flight of one address so that others have room (threat 9)", async () => {
  await using given = await receiver({ SMTP_MAX_BYTES_IN_FLIGHT: "400000", SMTP_MAX_MESSAGE_BYTES: "100000" });
  const large = `${message}${"x".repeat(70).concat("\r\n").repeat(850)}`;
  await using slow = await given.open();
  await slow.begin(given.to);
  slow.write(large);
  await using same = await given.open();
  await expect.poll(() => same.send(given.to, large)).toMatch(/^452 4\.3\.2 /);
  await using other = await given.open("127.0.0.2");
  expect(await other.send(given.to, large)).toMatch(/^250 /);
  expect(await slow.say("\r\n.")).toMatch(/^250 /);
  expect(await same.send(given.to, large)).toMatch(/^250 /);
});

it("drops one very slow message when another client's message needs its room (threat 9)", async () => {
  await using given = await receiver({ SMTP_MAX_BYTES_IN_FLIGHT: "100000", SMTP_MAX_MESSAGE_BYTES: "50000" });
  vi.useFakeTimers({ toFake: ["performance"] });
  const lines = (count: number) => "x".repeat(70).concat("\r\n").repeat(count);
  await using first = await given.open("127.0.0.2");
  await using second = await given.open("127.0.0.3");
  for (const slow of [first, second]) {
    await slow.begin(given.to);
    slow.write(lines(600));
  }
  await using other = await given.open();
  const short = `${message}${lines(250)}`;
  await expect.poll(() => other.send(given.to, short)).toMatch(/^452 4\.3\.2 /);
  vi.advanceTimersByTime(10_000);
  expect(await other.send(given.to, short)).toMatch(/^250 /);
  expect(await first.reply()).toMatch(/^452 4\.3\.2 /);
  expect(await first.reply()).toBeUndefined();
  // Only as many messages gave way as needed.
  expect(await second.say(".")).toMatch(/^250 /);
});
