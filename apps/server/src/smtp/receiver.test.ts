import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { messagesTo } from "../testing/messages.ts";
import { takeDatabaseAway } from "../testing/postgres.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { type TestApp, type TestMember, testApp } from "../testing/test_app.ts";

const message = "From: a@elsewhere.example\r\nSubject: Hello\r\n\r\nBody\r\n";

describe("the receiver", () => {
  let app: TestApp;
  let owner: TestMember;
  let address: string;
  beforeAll(async () => {
    app = await testApp({ ROLES: "web,smtp" });
    owner = await app.member("Administrator");
    address = await app.address(owner);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open = () => SmtpClient.open(app.smtpPort);
  const stored = (recipients: string) => messagesTo(app.rootDb, recipients);

  it("announces only supported extensions, and refuses other commands", async () => {
    await using client = await open();
    const reply = await client.say("EHLO client.example");
    expect(reply?.split("\n").map((line) => line.slice(4))).toEqual([
      "localhost",
      "PIPELINING",
      "8BITMIME",
      "SMTPUTF8",
      "ENHANCEDSTATUSCODES",
      "AUTH PLAIN LOGIN",
      "SIZE 26214400",
      "CHUNKING",
      "BINARYMIME",
    ]);
    for (const command of [
      "AUTH CRAM-MD5",
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

  it("sends the replies to pipelined commands in one segment (RFC 2920)", async () => {
    await using client = await open();
    const segments: string[] = [];
    client.socket.on("data", (segment) => segments.push(`${segment}`));
    const commands = ["EHLO client.example", ...Array(20).fill("NOOP"), "MAIL FROM:<a@elsewhere.example>", "RSET"];
    client.write(`${commands.join("\r\n")}\r\n`);
    for (const _ of commands) expect(await client.reply()).toMatch(/^250/);
    expect(segments).toHaveLength(1);
  });

  it("greets at once, serves a client that does not wait for it, and disconnects an HTTP request", async () => {
    const socket = connect({ port: app.smtpPort, host: "127.0.0.1" });
    await using client = new SmtpClient(socket);
    client.write("EHLO client.example\r\n");
    expect(await client.reply()).toMatch(/^220 /);
    expect(await client.reply()).toMatch(/^250-/);
    await using page = new SmtpClient(connect({ port: app.smtpPort, host: "127.0.0.1" }));
    page.write("POST / HTTP/1.1\r\nHost: localhost\r\n\r\nMAIL FROM:<a@elsewhere.example>\r\n");
    expect(await page.reply()).toMatch(/^220 /);
    expect(await page.reply()).toMatch(/^421 /);
    expect(await page.reply()).toBeUndefined();
  });

  it("refuses relaying, unknown and ended addresses, each with its own code (threat 12, P01, P02)", async () => {
    const ended = await app.address(owner);
    await app.rootDb.email.update({ where: { email_name: ended }, data: { is_active: false } });
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

  it("logs at debug whom it refused what, and why", async () => {
    app.log.length = 0;
    await using client = await open();
    await client.say("EHLO client.example");
    await client.say("RSET x");
    await client.say("MAIL FROM:<a@elsewhere.example>");
    await client.say("RCPT TO:<nobody@mayfly.test>");
    await client.say("DATA");
    const lines = app.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg.endsWith("refused"));
    const { session } = lines[0];
    expect(lines).toMatchObject([
      { msg: "refused", session, from: "127.0.0.1", code: 550, text: "No such address here" },
      { msg: "refused", session, code: 503 },
    ]);
  });

  it("refuses recipients whose domain only resembles ours, such as with a path or a port (threat 12)", async () => {
    await using client = await open();
    await client.say("EHLO client.example");
    await client.say("MAIL FROM:<a@elsewhere.example>");
    for (const odd of ["/x", "?x", "#x", "\\x", ":25"]) {
      expect(await client.say(`RCPT TO:<${address}${odd}>`), odd).toMatch(/^550 5\.7\.1 /);
    }
    expect(await client.say(`RCPT TO:<${address.replace(".", "%2e")}>`)).toMatch(/^550 5\.7\.1 /);
  });

  it("reads addresses with quoted local parts (RFC 5321, 4.1.2)", async () => {
    const to = await app.address(owner);
    const [prefix, domain] = to.split("@");
    await using client = await open();
    await client.say("EHLO client.example");
    expect(await client.say('MAIL FROM:<"a b\\"@>c"@elsewhere.example> SIZE=10')).toMatch(/^250 /);
    for (const unknown of ['"no body"', '""', '"a@b"']) {
      expect(await client.say(`RCPT TO:<${unknown}@${domain}>`), unknown).toMatch(/^550 5\.1\.1 /);
    }
    expect(await client.say('RCPT TO:<"a b"@c@d>')).toMatch(/^501 5\.1\.3 /);
    expect(await client.say(`RCPT TO:<"${prefix?.[0]}\\${prefix?.slice(1)}"@${domain}>`)).toMatch(/^250 /);
    expect(await client.say("DATA")).toMatch(/^354 /);
    expect(await client.say(`${message}.`)).toMatch(/^250 /);
    expect(await stored(to)).toMatchObject([{ mail_from: '"a b\\"@>c"@elsewhere.example' }]);
  });

  it("takes addresses without angle brackets, after a blank, and senders without a domain, as Postfix does", async () => {
    const to = await app.address(owner);
    await using client = await open();
    await client.say("EHLO client.example");
    const senders = [
      ["MAIL FROM:a@elsewhere.example", "a@elsewhere.example"],
      ["MAIL FROM: a+b=c@elsewhere.example SIZE=10 BODY=8BITMIME", "a+b=c@elsewhere.example"],
      ["mail from:  <a@elsewhere.example>", "a@elsewhere.example"],
      ["MAIL FROM:<root>", "root"],
      ["MAIL FROM: <www-data> SIZE=10", "www-data"],
      ["MAIL FROM:root", "root"],
      ["MAIL FROM: <>", ""],
    ] as const;
    for (const [command] of senders) {
      expect(await client.say(command), command).toMatch(/^250 /);
      expect(await client.say(`RCPT TO:${to}`)).toMatch(/^250 /);
      expect(await client.say(`RCPT TO: ${to}`)).toMatch(/^250 /);
      await client.say("DATA");
      expect(await client.say(`${message}.`)).toMatch(/^250 /);
    }
    expect((await stored(to)).map(({ mail_from }) => mail_from)).toEqual(senders.map(([, sender]) => sender));
    expect(await client.say("MAIL FROM:<root> SIZE=26214401")).toMatch(/^552 5\.3\.4 /);
    expect(await client.say("MAIL FROM:<root> FOO=BAR")).toMatch(/^555 5\.5\.4 /);
    expect(await client.say("MAIL FROM:root@a@b")).toMatch(/^501 5\.1\.7 /);
    await client.say("MAIL FROM:<a@elsewhere.example>");
    for (const bad of [`${to}>`, `<${to}`, `${to},b@mayfly.test`, "root", "<root>", "a b@mayfly.test"])
      expect(await client.say(`RCPT TO:${bad}`), bad).toMatch(/^5[05][10] /);
    expect(await client.say(`RCPT TO:${to} NOTIFY=NEVER`)).toMatch(/^555 5\.5\.4 /);
  });

  it("treats a company's own domain as ours only once it is verified", async () => {
    await app.rootDb.domain.create({
      data: { domain_name: "own.example", company: owner.company, owner: owner.name, verification_token: "t" },
    });
    await using client = await open();
    await client.say("EHLO client.example");
    await client.say("MAIL FROM:<a@elsewhere.example>");
    expect(await client.say("RCPT TO:<x@own.example>")).toMatch(/^550 5\.7\.1 /);
    await app.rootDb.domain.update({ where: { domain_name: "own.example" }, data: { is_verified: true } });
    expect(await client.say("RCPT TO:<x@own.example>")).toMatch(/^550 5\.1\.1 /);
  });

  it("answers each command with its code and its enhanced code", async () => {
    const to = await app.address(owner);
    await using client = await SmtpClient.connect(app.smtpPort);
    expect(await client.reply()).toBe("220 localhost ESMTP Mayfly");
    const answers: [command: string, reply: string | RegExp][] = [
      ["MAIL FROM:<a@elsewhere.example>", /^503 5\.5\.1 /],
      ["EHLO", /^501 /],
      ["EHLO client.example", /^250-localhost\n/],
      [`RCPT TO:<${to}>`, /^503 5\.5\.1 /],
      ["DATA", /^503 5\.5\.1 /],
      ["MAIL FROM:<a@elsewhere.example", /^501 5\.1\.7 /],
      ["MAIL FROM: SIZE=10", /^501 5\.1\.7 /],
      ["MAIL FROM:<a@elsewhere.example> SIZE=-1", /^501 5\.5\.4 /],
      ["MAIL FROM:<a@elsewhere.example> SIZE=26214401", /^552 5\.3\.4 /],
      ["MAIL FROM:<a@elsewhere.example> SIZE=26214400 BODY=8BITMIME", "250 2.1.0 Accepted"],
      ["MAIL FROM:<a@elsewhere.example>", /^503 5\.5\.1 /],
      ["RCPT TO:<a@b@c>", /^501 5\.1\.3 /],
      ["RCPT TO:<>", /^501 5\.1\.3 /],
      ["RCPT TO:<root>", /^501 5\.1\.3 /],
      ["RCPT TO:<x@[127.0.0.1]>", /^550 5\.7\.1 /],
      [`RCPT TO:<${to}>`, "250 2.1.5 Accepted"],
      ["NOOP", /^250 2\.0\.0 /],
      ["RSET", /^250 2\.0\.0 /],
      ["DATA", /^503 5\.5\.1 /],
      [`MAIL FROM:<a@elsewhere.example>\r\nRCPT TO:<${to}>`, "250 2.1.0 Accepted"],
      ["DATA", "250 2.1.5 Accepted"],
    ];
    for (const [command, reply] of answers) expect(await client.say(command), command).toMatch(reply);
    expect(await client.reply()).toMatch(/^354 /);
    expect(await client.say(`${message}.`)).toMatch(/^250 2\.6\.0 stored as [0-9a-f-]{36}$/);
    expect(await client.say("QUIT")).toMatch(/^221 /);
    expect(await client.reply()).toBeUndefined();
  });

  it("disconnects a client that speaks HTTP or sends an overlong line", async () => {
    for (const line of ["GET / HTTP/1.1", `EHLO ${"x".repeat(5000)}`]) {
      await using client = await open();
      expect(await client.say(line)).toMatch(/^421 /);
      expect(await client.reply()).toBeUndefined();
    }
  });

  it("finds an address by its domain in Unicode or Punycode, and stores one message", async () => {
    const domain = "xn--bcher-kva.example";
    await app.rootDb.domain.create({
      data: {
        ...{ domain_name: domain, company: owner.company, owner: owner.name },
        ...{ is_verified: true, verification_token: "t" },
      },
    });
    const to = await app.address(owner, { domain });
    const unicode = to.replace(domain, "b\u00fccher.example");
    await using client = await open();
    expect(await client.send([to, unicode, unicode.toUpperCase()], message)).toMatch(/^250 /);
    expect(await stored(to)).toHaveLength(1);
  });

  it("stores the sender's domain as it was given, in Unicode or Punycode", async () => {
    const to = await app.address(owner);
    await using client = await open();
    const quoted = ['"a@b"@XN--tda.example', '"a@bank.example>"@elsewhere.example'];
    const senders = ["a@xn--tda.example", "$&@B\u00fccher.example", ...quoted];
    await client.say("EHLO client.example");
    for (const sender of senders) {
      expect(await client.say(`MAIL FROM:<${sender}> SMTPUTF8`), sender).toMatch(/^250 /);
      await client.say(`RCPT TO:<${to}>`);
      await client.say("DATA");
      expect(await client.say(`${message}.`)).toMatch(/^250 /);
    }
    expect((await stored(to)).map(({ mail_from }) => mail_from).sort()).toEqual(senders.sort());
  });

  it("refuses parameters of MAIL and RCPT that it does not offer (RFC 5321, 4.1.1.11)", async () => {
    const to = await app.address(owner);
    await using client = await open();
    await client.say("EHLO client.example");
    for (const given of ["FOO=BAR", "BY=120;R", "HOLDFOR=100", "SIZE=10 RET=HDRS"])
      expect(await client.say(`MAIL FROM:<a@elsewhere.example> ${given}`), given).toMatch(/^555 5\.5\.4 /);
    expect(await client.say("MAIL FROM:<a@elsewhere.example> SIZE=10 BODY=8BITMIME SMTPUTF8")).toMatch(/^250 /);
    expect(await client.say(`RCPT TO:<${to}> NOTIFY=NEVER`)).toMatch(/^555 5\.5\.4 /);
    expect(await client.say(`RCPT TO:<${to}>`)).toMatch(/^250 /);
  });

  it("refuses an address from the instant of its expiry (P02)", async () => {
    const to = await app.address(owner, { expiry: new Date(app.clock.now.getTime() + 60_000) });
    await using client = await open();
    expect(await client.send(to, message)).toMatch(/^250 /);
    const before = app.clock.now;
    await client.begin(to);
    app.clock.now = new Date(before.getTime() + 60_000);
    // Even though its RCPT was accepted a moment ago.
    expect(await client.say(`${message}.`)).toMatch(/^550 5\.2\.1 /);
    await client.say("MAIL FROM:<a@elsewhere.example>");
    expect(await client.say(`RCPT TO:<${to}>`)).toMatch(/^550 5\.2\.1 /);
    // Once somebody has activated it again, it takes mail at once.
    await app.rootDb.email.update({ where: { email_name: to }, data: { expiry: null } });
    expect(await client.say(`RCPT TO:<${to}>`)).toMatch(/^250 /);
    app.clock.now = before;
    expect(await stored(to)).toHaveLength(1);
  });

  it("stores a message for none of its recipients if one is deactivated before the message is in", async () => {
    const stays = await app.address(owner);
    const ends = await app.address(owner);
    await using client = await open();
    await client.begin([stays, ends]);
    await app.rootDb.email.update({ where: { email_name: ends }, data: { is_active: false } });
    expect(await client.say(`${message}.`)).toMatch(/^451 4\.2\.1 /);
    expect(await stored(stays)).toHaveLength(0);
    // Once all of them have ended, the refusal is permanent.
    await app.rootDb.email.update({ where: { email_name: stays }, data: { is_active: false } });
    await client.begin([stays, ends]);
    expect(await client.say(`${message}.`)).toMatch(/^550 5\.2\.1 /);
  });

  it("accepts a bounce with the null sender", async () => {
    const to = await app.address(owner);
    await using client = await open();
    expect(await client.send(to, message, "")).toMatch(/^250 /);
    expect((await stored(to))[0]?.mail_from).toBe("");
  });

  it("accepts an address in any case, and stores one message if it is named twice", async () => {
    const to = await app.address(owner);
    await using client = await open();
    expect(await client.send([to.toUpperCase()], message)).toMatch(/^250 /);
    expect(await stored(to)).toHaveLength(1);
    expect(await client.send([to.toUpperCase(), to], message)).toMatch(/^250 /);
    expect(await stored(to)).toHaveLength(2);
  });

  it("stores a row for each recipient, and a copy of the message for each company (P93, threat 13)", async () => {
    const stranger = await app.member("Administrator");
    const [one, two, theirs] = [await app.address(owner), await app.address(owner), await app.address(stranger)];
    await using client = await open();
    expect(await client.send([one, two, theirs], message)).toMatch(/^250 /);
    const [[a], [b], [c]] = [await stored(one), await stored(two), await stored(theirs)];
    expect(a?.source).toBe(b?.source);
    expect(c?.source).not.toBe(a?.source);
    expect(c?.keptFor).toBe(stranger.company);
    expect(JSON.stringify({ ...c, raw: null })).not.toContain(one);
  });

  it("stores messages of all lengths unchanged over several connections, and reuses its buffers", async () => {
    const kilobyte = 1024;
    const lengths = [1, 16 * kilobyte - 2, 16 * kilobyte, 100, 64 * kilobyte, 64 * kilobyte + 2, 300 * kilobyte, 5_000];
    const to = await app.address(owner);
    const sent: string[] = [];
    const clients = await Promise.all([open(), open(), open()]);
    const sendAll = async (client: SmtpClient, letter: string) => {
      for (const length of lengths) {
        const text = `${letter.repeat(length)}\r\n`;
        sent.push(text);
        expect(await client.send(to, text)).toMatch(/^250 /);
      }
    };
    await Promise.all(clients.map((client, no) => sendAll(client, `${no}`)));
    const created = vi.spyOn(Buffer, "allocUnsafeSlow");
    for (const client of clients) await sendAll(client, "x");
    expect(created.mock.calls.filter(([length]) => length === 16 * kilobyte)).toEqual([]);
    created.mockRestore();
    const kept = (await stored(to)).map(({ raw }) => raw.toString());
    sent.sort();
    const changed = kept.sort().filter((text, no) => text !== sent[no]);
    expect([kept.length, changed.length]).toEqual([sent.length, 0]);
    for (const client of clients) client.socket.destroy();
  });

  it("stores nothing of a message whose connection broke (threat 4)", async () => {
    const to = await app.address(owner);
    const client = await open();
    await client.begin(to);
    client.write("Subject: half\r\n\r\nhalf a mess");
    client.socket.destroy();
    await using other = await open();
    expect(await other.send(to, message)).toMatch(/^250 /);
    expect(await stored(to)).toHaveLength(1);
  });

  it("answers 451 without details while the database is away, and accepts mail again afterwards (threat 2)", async () => {
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

  it("answers 451 without details if the database reports an error (threat 2)", async () => {
    const to = await app.address(owner);
    await using client = await open();
    await client.begin(to);
    await app.rootDb.$executeRawUnsafe("ALTER TABLE email RENAME TO gone");
    expect(await client.say(`${message}.`)).toBe("451 4.3.0 Temporary failure, try again later");
    await client.say("MAIL FROM:<a@elsewhere.example>");
    expect(await client.say("RCPT TO:<new@mayfly.test>")).toBe("451 4.3.0 Temporary failure, try again later");
    await app.rootDb.$executeRawUnsafe("ALTER TABLE gone RENAME TO email");
    expect(await client.send(to, message)).toMatch(/^250 /);
    expect(await stored(to)).toHaveLength(1);
  });

  it("announces a stored message only to those who may read it (K49, I44, P56, P97)", async () => {
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
    for (const name of ["owner", "colleague"]) await expect.poll(() => heard[name]).toHaveLength(2);
    await expect.poll(() => heard["member"]).toMatchObject([{ subject: "Hello", visibility: "Public" }]);
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
      code: "",
      has_attachment: 0,
      visibility: "Private",
    });
    for (const socket of sockets) socket.disconnect();
  });
});
