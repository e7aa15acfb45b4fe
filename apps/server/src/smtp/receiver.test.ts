import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeDatabaseAway } from "../testing/postgres.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { type TestApp, type TestMember, testApp } from "../testing/test_app.ts";

const message = "From: a@elsewhere.example\r\nSubject: Hello\r\n\r\nBody\r\n";

describe("the receiver", () => {
  let app: TestApp;
  let owner: TestMember;
  let address: string;
  beforeAll(async () => {
    app = await testApp();
    owner = await app.member("Administrator");
    address = await app.address(owner);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open = () => SmtpClient.open(app.smtpPort);
  const stored = (recipients: string) =>
    app.world.customerInbox.findMany({
      where: { recipients },
      include: { source_row: true },
      orderBy: { name: "asc" },
    });
  const rawOf = async (recipients: string) =>
    (await stored(recipients)).map(({ source_row }) => Buffer.from(source_row.raw).toString("latin1"));

  it("answers 250 with the message on disk, byte for byte (invariant 1, P127)", async () => {
    const to = await app.address(owner);
    const raw = Buffer.concat([
      Buffer.from("Subject: bytes\r\n\r\n.leading dot\r\n..two\r\n"),
      Buffer.from([0, 1, 128, 255, 0x0a, 0x41, 0x0d, 0x42]),
      Buffer.from(`\r\n${"x".repeat(5000)}\r\n`),
    ]);
    await using client = await open();
    const reply = await client.send(to, raw);
    const [row] = await stored(to);
    expect(reply).toBe(`250 2.6.0 stored as ${row?.source}`);
    expect(await rawOf(to)).toEqual([raw.toString("latin1")]);
    expect(row).toMatchObject({ company: owner.company, owner: owner.name, mail_from: "sender@elsewhere.example" });
  });

  it("announces only what it does", async () => {
    await using client = await open();
    const reply = await client.say("EHLO client.example");
    expect(reply?.split("\n").map((line) => line.slice(4))).toEqual([
      "localhost",
      "PIPELINING",
      "8BITMIME",
      "SMTPUTF8",
      "ENHANCEDSTATUSCODES",
      "SIZE 26214400",
    ]);
    for (const command of [
      "AUTH PLAIN",
      "STARTTLS",
      "HELP",
      "WIZ",
      "SHELL",
      "KILL",
      "EXPN x",
      "XCLIENT ADDR=1.2.3.4",
    ]) {
      expect(await client.say(command), command).toMatch(/^5\d\d 5/);
    }
  });

  it("refuses relaying, unknown and ended addresses, each with its own code (threat 12, P01, P02)", async () => {
    const ended = await app.address(owner);
    await app.world.email.update({ where: { email_name: ended }, data: { is_active: false } });
    const expired = await app.address(owner, { expiry: new Date(app.clock.now.getTime() - 1) });
    await using client = await open();
    await client.say("EHLO client.example");
    await client.say("MAIL FROM:<a@elsewhere.example>");
    expect(await client.say("RCPT TO:<a@gmail.example>")).toMatch(/^550 5\.7\.1 /);
    expect(await client.say("RCPT TO:<nobody@mayfly.test>")).toMatch(/^550 5\.1\.1 /);
    expect(await client.say(`RCPT TO:<${ended}>`)).toMatch(/^550 5\.2\.1 /);
    expect(await client.say(`RCPT TO:<${expired}>`)).toMatch(/^550 5\.2\.1 /);
    expect(await client.say("DATA")).toMatch(/^503 /);
  });

  it("knows a company's own domain once it is verified", async () => {
    await app.world.domain.create({
      data: { domain_name: "own.example", company: owner.company, owner: owner.name, verification_token: "t" },
    });
    await using client = await open();
    await client.say("EHLO client.example");
    await client.say("MAIL FROM:<a@elsewhere.example>");
    expect(await client.say("RCPT TO:<x@own.example>")).toMatch(/^550 5\.7\.1 /);
    await app.world.domain.update({ where: { domain_name: "own.example" }, data: { is_verified: true } });
    expect(await client.say("RCPT TO:<x@own.example>")).toMatch(/^550 5\.1\.1 /);
  });

  it("refuses an address from the instant of its expiry (P02)", async () => {
    const to = await app.address(owner, { expiry: new Date(app.clock.now.getTime() + 60_000) });
    await using client = await open();
    expect(await client.send(to, message)).toMatch(/^250 /);
    const before = app.clock.now;
    app.clock.now = new Date(before.getTime() + 60_000);
    // The answer to RCPT may be remembered for a moment; the message is refused all the same.
    expect(await client.send(to, message)).toMatch(/^550 5\.2\.1 /);
    app.clock.now = before;
    expect(await stored(to)).toHaveLength(1);
  });

  it("stores for all recipients or for none when some of them end before the message is in", async () => {
    const stays = await app.address(owner);
    const ends = await app.address(owner);
    await using client = await open();
    await client.begin([stays, ends]);
    await app.world.email.update({ where: { email_name: ends }, data: { is_active: false } });
    expect(await client.say(`${message}.`)).toMatch(/^451 4\.2\.1 /);
    expect(await stored(stays)).toHaveLength(0);
  });

  it("takes the null sender, for bounces are mail", async () => {
    const to = await app.address(owner);
    await using client = await open();
    expect(await client.send(to, message, "")).toMatch(/^250 /);
    expect((await stored(to))[0]?.mail_from).toBe("");
  });

  it("takes an address in any case, and one message for an address that is named twice", async () => {
    const to = await app.address(owner);
    await using client = await open();
    expect(await client.send([to.toUpperCase(), to], message)).toMatch(/^250 /);
    expect(await stored(to)).toHaveLength(1);
  });

  it("gives every recipient a row, and every company a copy of its own (P93, threat 13)", async () => {
    const stranger = await app.member("Administrator");
    const [one, two, theirs] = [await app.address(owner), await app.address(owner), await app.address(stranger)];
    await using client = await open();
    expect(await client.send([one, two, theirs], message)).toMatch(/^250 /);
    const [[a], [b], [c]] = [await stored(one), await stored(two), await stored(theirs)];
    expect(a?.source).toBe(b?.source);
    expect(c?.source).not.toBe(a?.source);
    expect(c?.source_row.company).toBe(stranger.company);
    expect(JSON.stringify({ ...c, source_row: null })).not.toContain(one);
  });

  it("keeps nothing of a message whose connection broke (threat 4)", async () => {
    const to = await app.address(owner);
    const client = await open();
    await client.begin(to);
    client.write("Subject: half\r\n\r\nhalf a mess");
    client.socket.destroy();
    await using other = await open();
    expect(await other.send(to, message)).toMatch(/^250 /);
    expect(await stored(to)).toHaveLength(1);
  });

  it("is not smuggled through: a message cut in two anywhere is one and the same (threat 5)", async () => {
    const to = await app.address(owner);
    const smuggling =
      "Subject: s\r\n\r\na\n.\nb\n.\r\nc\r\n.\nd\r.\re\r\n..\r\nMAIL FROM:<evil@elsewhere.example>\r\n.\r\n";
    const expected = "Subject: s\r\n\r\na\n.\nb\n.\r\nc\r\n.\nd\r.\re\r\n.\r\nMAIL FROM:<evil@elsewhere.example>\r\n";
    await using client = await open();
    await client.say("EHLO client.example");
    client.socket.setNoDelay(true);
    for (let cut = 1; cut < smuggling.length; cut += 1) {
      await client.say("MAIL FROM:<a@elsewhere.example>");
      await client.say(`RCPT TO:<${to}>`);
      await client.say("DATA");
      await new Promise((sent) => client.socket.write(smuggling.slice(0, cut), sent));
      client.write(smuggling.slice(cut));
      expect(await client.reply(), `cut at ${cut}`).toMatch(/^250 2\.6\.0/);
    }
    const raws = await rawOf(to);
    expect(raws).toHaveLength(smuggling.length - 1);
    expect(new Set(raws)).toEqual(new Set([expected]));
  }, 60_000);

  it("lets nothing of theirs into its replies or its log (threat 10)", async () => {
    await using client = await open();
    await client.say("EHLO client.example");
    const replies = [
      await client.say("MAIL FROM:<a@b.example> ENVID=x+0D+0A250+20evil"),
      await client.say("MAIL FROM:<evil\u0000\u0007@b.example>"),
      await client.say("MAIL FROM:<a@elsewhere.example>"),
      await client.say("RCPT TO:<evil\r250 evil@mayfly.test>"),
      await client.say('RCPT TO:<"evil\u001b[31m"@mayfly.test>'),
    ];
    expect(replies.join("\n")).not.toContain("evil");
    expect(app.log.join("\n")).not.toContain("evil");
  });

  it("answers 451 while the database is away, tells nothing of it, and takes mail again when it is back (threat 2)", async () => {
    const to = await app.address(owner);
    const fresh = await app.address(owner);
    await using client = await open();
    await client.begin(to);
    const back = await takeDatabaseAway(app.databaseUrl);
    expect(await client.say(`${message}.`)).toBe("451 4.3.0 Temporary failure, try again later");
    await client.say("MAIL FROM:<a@elsewhere.example>");
    expect(await client.say(`RCPT TO:<${fresh}>`)).toBe("451 4.3.0 Temporary failure, try again later");
    await back();
    await client.say("RSET");
    await expect.poll(() => client.send(to, message)).toMatch(/^250 /);
  });

  it("pushes what it has stored to those who may read it, and to nobody else (K49, I44, P56, P97)", async () => {
    const colleague = await app.member("Administrator", owner.company);
    const member = await app.member("Member", owner.company);
    const stranger = await app.member("Administrator");
    const heard: Record<string, unknown[]> = {};
    const listen = async (name: string, who: TestMember) => {
      const socket = await who.listen();
      heard[name] = [];
      socket.on("new-customer-inbox", (event) => heard[name]?.push(event));
      return socket;
    };
    const sockets = [
      await listen("owner", owner),
      await listen("colleague", colleague),
      await listen("member", member),
      await listen("stranger", stranger),
    ];
    const open_ = await app.address(owner, { visibility: "Public" });
    await using client = await open();
    await client.send(address, "From: Zoë <z@elsewhere.example>\r\nSubject: private\r\n\r\nA <b>body</b>\r\n");
    await client.send(open_, message);
    await expect.poll(() => heard["member"]).toHaveLength(1);
    await expect.poll(() => heard["colleague"]).toHaveLength(2);
    await expect.poll(() => heard["owner"]).toHaveLength(2);
    expect(heard["stranger"]).toEqual([]);
    const [row] = await stored(address);
    expect(heard["owner"]?.[0]).toEqual({
      name: row?.name,
      owner: owner.name,
      creation: row?.creation.toISOString(),
      modified: row?.creation.toISOString(),
      modified_by: owner.name,
      sender: "Zoë <z@elsewhere.example>",
      recipients: address,
      subject: "private",
      content: expect.stringContaining("A &lt;b&gt;body&lt;/b&gt;"),
      preview: "A <b>body</b>",
      visibility: "Private",
    });
    for (const socket of sockets) socket.disconnect();
  });
});
