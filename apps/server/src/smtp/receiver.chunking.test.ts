import { setImmediate as turn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { messagesTo } from "../testing/messages.ts";
import { receiver } from "../testing/receiver.ts";
import type { SmtpClient } from "../testing/smtp_client.ts";

const message = "Subject: Hello\r\n\r\nBody\r\n";
const chunk = (bytes: string, last = "") => `BDAT ${Buffer.byteLength(bytes, "latin1")}${last}\r\n${bytes}`;
const lastChunk = (bytes: string) => chunk(bytes, " LAST");

/** EHLO to RCPT. */
async function begin(client: SmtpClient, to: string, parameters = "") {
  await client.say("EHLO client.example");
  expect(await client.say(`MAIL FROM:<a@elsewhere.example>${parameters}`)).toMatch(/^250 /);
  expect(await client.say(`RCPT TO:<${to}>`)).toMatch(/^250 /);
}

async function replyTo(client: SmtpClient, bytes: string) {
  client.write(Buffer.from(bytes, "latin1"));
  return client.reply();
}

afterEach(() => void vi.useRealTimers());

describe("a message in chunks (RFC 3030)", () => {
  let given: Awaited<ReturnType<typeof receiver>>;
  let to: string;
  beforeAll(async () => {
    given = await receiver({ SMTP_MAX_MESSAGE_BYTES: "100000" });
  });
  afterAll(() => given[Symbol.asyncDispose]());
  const open = async () => {
    to = await given.app.address(given.owner);
    const client = await given.open();
    client.socket.setNoDelay(true);
    return client;
  };
  const stored = async () => (await messagesTo(given.app.rootDb, to)).map(({ raw }) => raw.toString("latin1"));

  it("is stored with all its chunks, in each of the ways to end it", async () => {
    await using client = await open();
    for (const chunks of [
      [lastChunk(message)],
      [chunk(message.slice(0, 7)), lastChunk(message.slice(7))],
      [chunk(message.slice(0, 7)), chunk(""), chunk(message.slice(7)), lastChunk("")],
      [lastChunk(message).replace("BDAT ", "bdat  0000").replace("LAST", "last ")],
    ]) {
      await begin(client, to);
      for (const one of chunks.slice(0, -1))
        expect(await replyTo(client, one)).toMatch(/^250 2\.0\.0 \d+ octets received$/);
      expect(await replyTo(client, chunks.at(-1) ?? "")).toMatch(/^250 2\.6\.0 stored as /);
    }
    expect(await stored()).toEqual([message, message, message, message]);
  });

  it("is stored in one segment with its envelope, and so is one after it by DATA (RFC 2920)", async () => {
    await using client = await open();
    const envelope = `MAIL FROM:<a@elsewhere.example>\r\nRCPT TO:<${to}>\r\n`;
    await client.say("EHLO client.example");
    client.write(`${envelope}${chunk("Subject: 1\r\n")}${lastChunk("\r\none\r\n")}${envelope}${lastChunk(message)}`);
    client.write(`${envelope}DATA\r\n${message}.\r\nQUIT\r\n`);
    const codes = [];
    for (let reply = await client.reply(); reply !== undefined; reply = await client.reply())
      codes.push(reply.slice(0, 3));
    expect(codes.join(" ")).toBe("250 250 250 250 250 250 250 250 250 354 250 221");
    expect(await stored()).toEqual(["Subject: 1\r\n\r\none\r\n", message, message]);
  });

  it("is taken as the bytes that it is: dots, ends of DATA, commands, bare line feeds (threat 5)", async () => {
    const body =
      "Subject: s\r\n\r\n.\r\n..\r\n\n.\n\r.\r\r\n.\r\nMAIL FROM:<evil@elsewhere.example>\r\nBDAT 5 LAST\r\nQUIT\r\n\0\xff\n.";
    await using client = await open();
    for (let cut = 0; cut <= body.length; cut += 1) {
      await begin(client, to, " BODY=BINARYMIME");
      expect(await replyTo(client, chunk(body.slice(0, cut)))).toMatch(/^250 2\.0\.0 /);
      expect(await replyTo(client, lastChunk(body.slice(cut)))).toMatch(/^250 2\.6\.0 /);
    }
    expect(await client.say("NOOP")).toBe("250 2.0.0 OK");
    const bodies = await stored();
    expect(bodies).toHaveLength(body.length + 1);
    expect(new Set(bodies)).toEqual(new Set([body]));
  });

  it("is the same wherever TCP cuts it (threat 5)", async () => {
    const body = "Subject: s\r\n\r\n.\r\nMAIL FROM:<evil@elsewhere.example>\r\n.";
    await using client = await open();
    await client.say("EHLO client.example");
    const sent = `MAIL FROM:<a@elsewhere.example>\r\nRCPT TO:<${to}>\r\n${chunk(body.slice(0, 20))}${lastChunk(body.slice(20))}`;
    const segment = async (bytes: string) => {
      await new Promise((written) => client.socket.write(bytes, "latin1", written));
      for (let round = 0; round < 3; round += 1) await turn();
    };
    const cuts = Array.from({ length: sent.length - 1 }, (_, at) => at + 1);
    for (const cut of cuts) {
      await segment(sent.slice(0, cut));
      client.write(Buffer.from(sent.slice(cut), "latin1"));
      for (const code of ["2.1.0", "2.1.5", "2.0.0", "2.6.0"]) {
        expect(await client.reply(), `cut at ${cut}`).toContain(`250 ${code} `);
      }
    }
    for (const byte of sent) await segment(byte);
    for (const code of ["2.1.0", "2.1.5", "2.0.0", "2.6.0"]) expect(await client.reply()).toContain(`250 ${code} `);
    const bodies = await stored();
    expect(bodies).toHaveLength(cuts.length + 1);
    expect(new Set(bodies)).toEqual(new Set([body]));
  });

  it("is no command when it is refused for want of a recipient", async () => {
    await using client = await open();
    await client.say("EHLO client.example");
    const evil = `MAIL FROM:<evil@elsewhere.example>\r\nRCPT TO:<${to}>\r\n`;
    expect(await replyTo(client, chunk(evil))).toMatch(/^503 5\.5\.1 /);
    await client.say("MAIL FROM:<a@elsewhere.example>");
    expect(await client.say("RCPT TO:<nobody@mayfly.test>")).toMatch(/^550 /);
    client.write(`${chunk(evil)}${lastChunk(evil)}${lastChunk("")}NOOP\r\n`);
    for (const code of ["503", "503", "503", "250 2.0.0 OK"]) expect(await client.reply()).toContain(code);
    expect(await stored()).toEqual([]);
  });

  it.each(["-1", "0x10", "1e3", "", "5 5", "5 LAST x", "LAST", "5LAST", "+5", "5,0"])(
    "is not taken with the size %j, of which no end is known: the connection ends",
    async (size) => {
      await using client = await open();
      await begin(client, to);
      expect(await replyTo(client, `BDAT ${size}\r\nMAIL FROM:<evil@elsewhere.example>\r\n`)).toMatch(/^501 5\.5\.4 /);
      expect(await client.reply()).toBeUndefined();
    },
  );

  it.each(["100001", "100000000000000000000", "9".repeat(4_000)])(
    "is refused at once when its size is %s, and the connection ends (threat 6)",
    async (size) => {
      await using client = await open();
      for (const start of ["no", "a recipient"]) {
        await using other = await given.open();
        if (start === "no") await other.say("EHLO client.example");
        else await begin(other, to);
        expect(await replyTo(other, `BDAT ${size} LAST\r\nx`)).toBe("552 5.3.4 Message is larger than 100000 bytes");
        expect(await other.reply()).toBeUndefined();
      }
      await begin(client, to);
      expect(await replyTo(client, lastChunk("x".repeat(100_000)))).toMatch(/^250 2\.6\.0 /);
    },
  );

  it("is refused when its chunks together are too large, before the last of them comes (threat 6)", async () => {
    await using client = await open();
    await begin(client, to);
    expect(await replyTo(client, chunk("x".repeat(60_000)))).toMatch(/^250 /);
    expect(await replyTo(client, "BDAT 40001\r\n")).toMatch(/^552 5\.3\.4 /);
    expect(await client.reply()).toBeUndefined();
    expect(await stored()).toEqual([]);
  });

  it("does not mix with DATA, MAIL, RCPT and AUTH, and goes on behind them", async () => {
    await using client = await open();
    await begin(client, to);
    await replyTo(client, chunk(message.slice(0, 5)));
    for (const command of ["DATA", "MAIL FROM:<b@elsewhere.example>", `RCPT TO:<${to}>`, "AUTH PLAIN"]) {
      expect(await client.say(command), command).toMatch(/^503 5\.5\.1 /);
    }
    expect(await client.say("NOOP")).toMatch(/^250 /);
    expect(await replyTo(client, lastChunk(message.slice(5)))).toMatch(/^250 2\.6\.0 /);
    expect(await stored()).toEqual([message]);
    // The last chunk has ended the transaction.
    expect(await replyTo(client, lastChunk(message))).toMatch(/^503 /);
  });

  it("is binary only in chunks", async () => {
    await using client = await open();
    await begin(client, to, " BODY=BinaryMIME SIZE=10");
    expect(await client.say("DATA")).toMatch(/^503 5\.5\.1 /);
    expect(await replyTo(client, lastChunk("a\nb\0"))).toMatch(/^250 2\.6\.0 /);
    expect(await stored()).toEqual(["a\nb\0"]);
    expect(await client.say("MAIL FROM:<a@elsewhere.example> BODY=BINARY")).toMatch(/^501 5\.5\.4 /);
  });

  it.each(["RSET", "EHLO client.example", "HELO client.example"])("is given up by %s", async (command) => {
    await using client = await open();
    await begin(client, to);
    await replyTo(client, chunk("Subject: given up\r\n"));
    expect(await client.say(command)).toMatch(/^250/);
    expect(await replyTo(client, lastChunk(message))).toMatch(/^503 /);
    await begin(client, to);
    expect(await replyTo(client, lastChunk(message))).toMatch(/^250 2\.6\.0 /);
    await begin(client, to);
    await client.say("DATA");
    expect(await client.say(`${message}.`)).toMatch(/^250 2\.6\.0 /);
    expect(await stored()).toEqual([message, message]);
  });

  it("is not stored when its connection ends before its last chunk has (threat 4)", async () => {
    await using other = await open();
    for (const sent of [chunk(message), "BDAT 1000 LAST\r\nSubject: half", "BDAT 1000\r\nSubject: half"]) {
      await using ends = await given.open();
      await using breaks = await given.open();
      for (const client of [ends, breaks]) {
        await begin(client, to);
        client.write(sent);
        if (sent === chunk(message)) await client.reply();
      }
      breaks.socket.destroy();
      ends.socket.end();
      expect(await ends.reply()).toBeUndefined();
    }
    expect(await other.send(to, message)).toMatch(/^250 2\.6\.0 /);
    expect(await stored()).toEqual([message]);
  });

  it("may come in many chunks of some size, but not in endless small ones (threat 9)", async () => {
    await using client = await open();
    await begin(client, to);
    const half = "x".repeat(510).concat("\r\n");
    for (let count = 0; count < 190; count += 1) expect(await replyTo(client, chunk(half))).toMatch(/^250 /);
    expect(await replyTo(client, lastChunk(""))).toMatch(/^250 2\.6\.0 /);
    await begin(client, to);
    client.write(chunk("x").repeat(1_000));
    let replies = 0;
    for (let reply = await client.reply(); reply?.startsWith("250"); reply = await client.reply()) replies += 1;
    expect(replies).toBeLessThan(250);
    expect(await client.reply()).toBeUndefined();
    expect(await stored()).toHaveLength(1);
  });
});

it("counts the bytes of chunks as in flight until they are stored or given up (threat 9)", async () => {
  await using given = await receiver({ SMTP_MAX_MESSAGE_BYTES: "20000", SMTP_MAX_BYTES_IN_FLIGHT: "20000" });
  await using client = await given.open();
  await using other = await given.open();
  const large = "x".repeat(15_000);
  const refused = async () => {
    await begin(other, given.to);
    return replyTo(other, lastChunk(large));
  };
  await begin(client, given.to);
  await replyTo(client, chunk(large));
  expect(await refused()).toMatch(/^452 4\.3\.2 /);
  await client.say("RSET");
  expect(await refused()).toMatch(/^250 2\.6\.0 /);
  await begin(client, given.to);
  await replyTo(client, chunk(large));
  client.socket.destroy();
  await expect.poll(refused).toMatch(/^250 2\.6\.0 /);
});

it("ends a connection that is idle between two chunks, or never sends the last (threat 7)", async () => {
  await using impatient = await receiver({ SMTP_IDLE_SECONDS: "3" });
  await using idle = await impatient.open();
  await begin(idle, impatient.to);
  await replyTo(idle, chunk(message));
  expect(await idle.reply()).toMatch(/^421 /);
  await using given = await receiver({ SMTP_TRANSACTION_SECONDS: "10" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await using slow = await given.open();
  for (let count = 0; count < 3; count += 1) {
    await begin(slow, given.to);
    await replyTo(slow, chunk(message));
    // Not so far that the database seems to answer no more.
    vi.advanceTimersByTime(3_000);
    // What is given up does not begin the time anew.
    expect(await slow.say("RSET")).toMatch(/^250 /);
  }
  vi.advanceTimersByTime(1_000);
  expect(await slow.reply()).toMatch(/^421 4\.4\.2 /);
  expect(await given.count()).toBe(0);
});
