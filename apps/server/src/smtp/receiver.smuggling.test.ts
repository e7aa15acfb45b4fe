import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messagesTo } from "../testing/messages.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { type TestApp, type TestMember, testApp } from "../testing/test_app.ts";

describe("the receiver", () => {
  let app: TestApp;
  let owner: TestMember;
  beforeAll(async () => {
    app = await testApp({ ROLES: "web,smtp" });
    owner = await app.member("Administrator");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open = async () => {
    const client = await SmtpClient.open(app.smtpPort);
    // Each write goes out at once, in a TCP segment of its own.
    client.socket.setNoDelay(true);
    return client;
  };
  const stored = (recipients: string) => messagesTo(app.rootDb, recipients);
  const rawOf = async (recipients: string) => (await stored(recipients)).map(({ raw }) => raw.toString("latin1"));
  const transaction = async (client: SmtpClient, to: string) => {
    await client.say("MAIL FROM:<a@elsewhere.example>");
    await client.say(`RCPT TO:<${to}>`);
    await client.say("DATA");
  };

  /** Sends bytes that the server reads by themselves: it runs in this process, and reads them within these turns. */
  const segment = async (client: SmtpClient, bytes: string) => {
    await new Promise((sent) => client.socket.write(bytes, "latin1", sent));
    for (let round = 0; round < 3; round += 1) await new Promise(setImmediate);
  };

  it("has stored a message byte for byte when it answers 250 (invariant 1, P127)", async () => {
    const to = await app.address(owner);
    const raw = Buffer.concat([
      Buffer.from("Subject: bytes\r\n\r\n.leading dot\r\n..two\r\n.\r\n"),
      Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
      Buffer.from(`\r\n\n\rlone\r.\n${"x".repeat(200_000)}\r\n`),
    ]);
    await using client = await open();
    await client.say("EHLO client.example");
    await transaction(client, to);
    client.write(Buffer.from(raw.toString("latin1").replace(/(^|\r\n)\./g, "$1.."), "latin1"));
    const reply = await client.say(".");
    const [row] = await stored(to);
    expect(reply).toBe(`250 2.6.0 stored as ${row?.source}`);
    expect(await rawOf(to)).toEqual([raw.toString("latin1")]);
    expect(row).toMatchObject({ company: owner.company, owner: owner.name, mail_from: "a@elsewhere.example" });
  });

  it.each([
    [
      "every false end",
      "Subject: s\r\n\r\na\n.\nb\n.\r\nc\r\n.\nd\r.\re\n..f\r\n.\rg\r..h\r\n..\r\nMAIL FROM:<evil@elsewhere.example>\r\n",
    ],
    ["a dot at once", "..\r\nMAIL FROM:<evil@elsewhere.example>\r\n"],
    ["a dot after an empty line", "\r\n..\r\n..\r\n....\r\nx\r\n"],
    ["nothing at all", ""],
  ])("stores the same message wherever its bytes are split: %s (threat 5)", async (_what, sent) => {
    const to = await app.address(owner);
    const whole = `${sent}.\r\n`;
    await using client = await open();
    await client.say("EHLO client.example");
    for (let cut = 1; cut < whole.length; cut += 1) {
      await transaction(client, to);
      await segment(client, whole.slice(0, cut));
      client.write(Buffer.from(whole.slice(cut), "latin1"));
      expect(await client.reply(), `cut at ${cut}`).toMatch(/^250 2\.6\.0/);
    }
    await transaction(client, to);
    for (const byte of whole) await segment(client, byte);
    expect(await client.reply()).toMatch(/^250 2\.6\.0/);
    // Bytes left over would be answered as a command before this.
    expect(await client.say("NOOP")).toBe("250 2.0.0 OK");
    const raws = await rawOf(to);
    expect(raws).toHaveLength(whole.length);
    expect(new Set(raws)).toEqual(new Set([sent.replace(/(^|\r\n)\.\./g, "$1.")]));
  });

  it("separates the messages that a client sends in one go, up to its QUIT (threat 5)", async () => {
    const to = await app.address(owner);
    await using client = await open();
    await client.say("EHLO client.example");
    const one = (no: number) =>
      `MAIL FROM:<a@elsewhere.example>\r\nRCPT TO:<${to}>\r\nDATA\r\nSubject: ${no}\r\n\r\n.\r\n`;
    client.write(`${one(1)}${one(2)}QUIT\r\n${one(3)}`);
    const replies: (string | undefined)[] = [];
    for (let reply = await client.reply(); reply !== undefined; reply = await client.reply()) replies.push(reply);
    expect(replies.map((reply) => reply?.slice(0, 3))).toEqual([
      ...["250", "250", "354", "250"],
      ...["250", "250", "354", "250", "221"],
    ]);
    expect((await stored(to)).map(({ subject }) => subject)).toEqual(["1", "2"]);
  });

  it("takes commands that end in a bare line feed, and no end of a message that has one (threat 5)", async () => {
    const to = await app.address(owner);
    await using client = await open();
    await client.say("EHLO client.example");
    for (const end of ["\n.\n", "\n.\r\n", "\r\n.\n", "\r.\r", "\r\n.\r", "\n.\r", "\r\n\0.\r\n"]) {
      const body = `Subject: one\r\n\r\ntext${end}MAIL FROM:<evil@elsewhere.example>\nRCPT TO:<${to}>\nDATA\nSubject: two\r\n`;
      client.write(Buffer.from(`MAIL FROM:<a@elsewhere.example>\nRCPT TO:<${to}>\nDATA\n${body}.\r\nNOOP\n`, "latin1"));
      for (const code of ["250 2.1.0", "250 2.1.5", "354 ", "250 2.6.0", "250 2.0.0 OK"]) {
        expect(await client.reply(), JSON.stringify(end)).toContain(code);
      }
      expect((await rawOf(to)).at(-1)).toBe(body);
    }
    expect(await stored(to)).toHaveLength(7);
  });

  it("repeats nothing of a client's commands in its replies or its log (threat 10)", async () => {
    const injections = [
      "EHLO evil\u0000\u001b[31m",
      "EHLO client.example",
      "MAIL FROM:<a@b.example> ENVID=x+0D+0A250+20evil",
      "MAIL FROM:<evil\u0000\u0007@b.example>",
      "MAIL FROM:<a@b.example\r250 evil>",
      "MAIL FROM:<a@b.example> evil=\u0000",
      "MAIL FROM:<a@b.example> BODY=evil",
      "MAIL FROM:<a@b.example> SIZE=evil",
      "MAIL FROM:<evil+0D+0A@elsewhere.example>",
      "RCPT TO:<evil\r250 evil@mayfly.test>",
      "RCPT TO:<evil+0D+0A@mayfly.test>",
      "RCPT TO:<evil@evil.example>",
      'RCPT TO:<"evil\u001b[31m"@mayfly.test>',
      "evil\u0000",
      "VRFY evil",
    ];
    await using client = await open();
    for (const line of injections) expect(await client.say(line), line).not.toContain("evil");
    expect(app.log.join("\n")).not.toContain("evil");
  });
});
