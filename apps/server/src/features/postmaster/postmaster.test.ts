import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operate } from "../../operator/operate.ts";
import { MailSink } from "../../testing/mail_sink.ts";
import { messagesTo } from "../../testing/messages.ts";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";
import { deleteOldPostmasterMail } from "./postmaster.ts";

const message = "From: Zoë <z@elsewhere.example>\r\nSubject: Spam from you\r\n\r\nPlease stop.\r\n";

describe("mail for the postmaster", () => {
  let app: TestApp;
  let owner: TestMember;
  beforeAll(async () => {
    app = await testApp({ ROLES: "web,smtp" });
    owner = await app.member("Administrator");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const send = async (to: string | string[], given: string | Buffer = message, from?: string) => {
    await using client = await SmtpClient.open(app.smtpPort);
    return await client.send(to, given, from);
  };
  const mayfly = (...args: string[]) => operate(args, { DATABASE_URL: app.databaseUrl, SECRET_KEY: "x".repeat(32) });
  const kept = () => app.rootDb.postmasterMail.findMany({ orderBy: { name: "asc" } });
  const empty = () => app.rootDb.postmasterMail.deleteMany();

  it("is kept on every platform domain and without a domain, in any case (RFC 5321, 4.5.1)", async () => {
    await empty();
    const given = [
      "postmaster@mayfly.test",
      "Postmaster@Inbox.Mayfly.test",
      "POSTMASTER",
      "postmaster+abuse@localhost",
    ];
    for (const to of given) expect(await send(to), to).toMatch(/^250 2\.6\.0 stored as [0-9a-f-]{36}$/);
    expect(await send(["postmaster", "postmaster@mayfly.test"])).toMatch(/^250 /);
    const rows = await kept();
    expect(rows.map(({ recipients }) => recipients)).toEqual([
      ...["postmaster@mayfly.test", "postmaster@inbox.mayfly.test", "postmaster", "postmaster@localhost"],
      "postmaster, postmaster@mayfly.test",
    ]);
    expect(rows[0]).toMatchObject({ mail_from: "sender@elsewhere.example", subject: "Spam from you" });
    expect(Buffer.from(rows[0]?.raw ?? "").toString()).toBe(message);
    expect(await app.rootDb.customerInbox.count()).toBe(0);
  });

  it("is nobody's elsewhere, and a company's on its own domain", async () => {
    await empty();
    const domain_name = "own.example";
    const own = { company: owner.company, owner: owner.name };
    expect(await send("postmaster@elsewhere.example")).toMatch(/^550 5\.7\.1 /);
    expect(await send("postmaster@own.example")).toMatch(/^550 5\.7\.1 /);
    await app.rootDb.domain.create({ data: { ...own, domain_name, is_verified: true, verification_token: "t" } });
    expect(await send("postmaster@own.example")).toMatch(/^550 5\.1\.1 /);
    await app.rootDb.email.create({ data: { ...own, domain_name, email_name: "postmaster@own.example" } });
    expect(await send("postmaster@own.example")).toMatch(/^250 /);
    expect(await send("abuse@mayfly.test")).toMatch(/^550 5\.1\.1 /);
    expect(await send("root")).toMatch(/^501 /);
    expect(await kept()).toEqual([]);
  });

  it("is stored together with a company's, for both or for none", async () => {
    await empty();
    const to = await app.address(owner);
    expect(await send([to, "postmaster"])).toMatch(/^250 /);
    expect([(await kept()).length, (await messagesTo(app.rootDb, to)).length]).toEqual([1, 1]);
    await using client = await SmtpClient.open(app.smtpPort);
    await client.begin([to, "postmaster"]);
    await app.rootDb.email.update({ where: { email_name: to }, data: { is_active: false } });
    expect(await client.say(`${message}.`)).toMatch(/^550 5\.2\.1 /);
    expect([(await kept()).length, (await messagesTo(app.rootDb, to)).length]).toEqual([1, 1]);
  });

  it("is listed, shown without what controls a terminal, and deleted by the operator", async () => {
    await empty();
    expect(await mayfly("postmaster")).toBe("There is no mail for the postmaster.");
    await send(
      "postmaster",
      "From: a@elsewhere.example\r\nSubject: \u001b[31mred\u202e\r\n\r\n\u001b]0;title\u0007\r\n",
    );
    const [{ name = "" } = {}] = await kept();
    expect(await mayfly("postmaster")).toMatch(
      new RegExp(`^${name} {2}\\S+Z {2}postmaster {2}a@elsewhere.example {2}`),
    );
    const shown = await mayfly("postmaster", "show", name);
    expect(shown).toMatch(/^Return-Path: <sender@elsewhere\.example>\nFrom: a@elsewhere\.example\n/);
    for (const text of [shown, await mayfly("postmaster")]) expect(text).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}/u);
    expect(await mayfly("postmaster", "delete", name)).toBe(`${name} is deleted.`);
    expect(await kept()).toEqual([]);
    for (const id of [name, "x"]) {
      for (const what of ["show", "delete"]) {
        await expect(mayfly("postmaster", what, id)).rejects.toThrow(`No mail for the postmaster has the id ${id}.`);
      }
    }
    await expect(mayfly("postmaster", "show")).rejects.toThrow(/^Use postmaster alone, or with show <id>/);
  });

  it("is bounded: one in size, all in number and bytes, and each for 30 days", async () => {
    await empty();
    expect(await send("postmaster", `${"x".repeat(1023)}\r\n`.repeat(1024))).toMatch(/^552 5\.3\.4 /);
    const row = { recipients: "postmaster", mail_from: "", sender: "", subject: "", creation: app.clock.now };
    const fill = (count: number, bytes: number) =>
      app.rootDb.postmasterMail.createMany({
        data: Array.from({ length: count }, () => ({ ...row, name: crypto.randomUUID(), raw: new Uint8Array(bytes) })),
      });
    await fill(999, 1);
    expect(await send("postmaster")).toMatch(/^250 /);
    expect(await send("postmaster")).toMatch(/^452 4\.2\.2 /);
    await empty();
    await app.rootDb.$executeRaw`
      INSERT INTO postmaster_mail SELECT gen_random_uuid(), '', '', '', '', convert_to(repeat('x', 67108864), 'UTF8'), now()
      FROM generate_series(1, 4)`;
    expect(await send("postmaster")).toMatch(/^452 4\.2\.2 /);
    await app.rootDb.$executeRaw`DELETE FROM postmaster_mail WHERE name = (SELECT name FROM postmaster_mail LIMIT 1)`;
    expect(await send("postmaster")).toMatch(/^250 /);
    await empty();
    await send("postmaster");
    const later = (days: number) => () => new Date(app.clock.now.getTime() + days * 86_400_000);
    await deleteOldPostmasterMail({ rootDb: app.rootDb, clock: later(29) });
    expect(await kept()).toHaveLength(1);
    await deleteOldPostmasterMail({ rootDb: app.rootDb, clock: later(31) });
    expect(await kept()).toEqual([]);
  });

  it("is refused after 100 hops (RFC 5321, 6.3)", async () => {
    await empty();
    const hops = (count: number) => `${"Received: from a\r\n by b\r\n".repeat(count)}${message}`;
    expect(await send("postmaster", hops(100))).toMatch(/^250 /);
    expect(await send("postmaster", hops(101))).toMatch(/^554 5\.4\.6 /);
  });

  it("is answered 451 while the database is away", async () => {
    await app.rootDb.$executeRawUnsafe("ALTER TABLE postmaster_mail RENAME TO gone");
    expect(await send("postmaster")).toBe("451 4.3.0 Temporary failure, try again later");
    await app.rootDb.$executeRawUnsafe("ALTER TABLE gone RENAME TO postmaster_mail");
    expect(await send("postmaster")).toMatch(/^250 /);
  });
});

it("takes 20 mails an hour from one network, without a limit on other mail", async () => {
  await using app = await testApp({ ROLES: "smtp", RATE_LIMIT_FACTOR: "1" });
  const to = await app.address(await app.member("Administrator"));
  await using client = await SmtpClient.open(app.smtpPort);
  for (let count = 0; count < 20; count += 1) expect(await client.send("postmaster", message)).toMatch(/^250 /);
  expect(await client.send("postmaster", message)).toMatch(/^451 4\.7\.1 /);
  expect(await client.send(to, message)).toMatch(/^250 /);
  await using other = await SmtpClient.open(app.smtpPort, "127.0.0.9");
  expect(await other.send("postmaster", message)).toMatch(/^250 /);
});

describe("mail for the postmaster with POSTMASTER", () => {
  let sink: MailSink;
  let app: TestApp;
  const settings = { ROLES: "smtp,worker", POSTMASTER: "ops@elsewhere.example" };
  beforeAll(async () => {
    sink = await MailSink.open();
    app = await testApp({ ...settings, OUTGOING_MAIL_URL: sink.url });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await sink[Symbol.asyncDispose]();
  });

  const send = async (given: string | Buffer, from?: string) => {
    await using client = await SmtpClient.open(app.smtpPort);
    expect(await client.send("Postmaster", given, from)).toMatch(/^250 /);
  };
  const kept = () => app.rootDb.postmasterMail.count();
  // Those of a schedule come in any minute.
  const jobs = async () =>
    (
      await app.rootDb.$queryRaw<unknown[]>`
      SELECT FROM graphile_worker.jobs WHERE task_identifier = 'postmaster/forward'`
    ).length;

  it("is forwarded byte for byte, by a job that is committed with it, and then no longer kept", async () => {
    const odd = Buffer.from(`${message}\0\xff\r\n.\r\n..\r\n${"x".repeat(5_000)}\r\n`, "latin1");
    await send(odd);
    const mail = await sink.next("ops@elsewhere.example");
    expect(mail).toMatchObject({ subject: "Mail for postmaster" });
    expect(mail.text).toContain("Subject: Spam from you");
    expect(mail.files).toEqual([odd]);
    await expect.poll(kept).toBe(0);
  });

  it.each([
    ["a bounce", message, ""],
    ["an answer of a program", `Auto-Submitted: auto-replied\r\n${message}`, undefined],
    ["what we have forwarded", `auto-submitted : auto-generated\r\n${message}`, undefined],
  ])("is kept and not forwarded, so that no loop arises, if it is %s", async (_what, given, from) => {
    const before = await kept();
    await send(given, from);
    expect([await kept(), await jobs()]).toEqual([before + 1, 0]);
  });

  it("is forwarded if a person sent it, whatever else its header and its body say", async () => {
    await send(`Auto-Submitted: no\r\n${message}Auto-Submitted: auto-replied\r\n`);
    expect((await sink.next("ops@elsewhere.example")).text).toContain("Spam from you");
  });
});

it("is kept and forwarded later while the relay is away", async () => {
  await using app = await testApp({
    ...{ ROLES: "smtp,worker", POSTMASTER: "ops@elsewhere.example", OUTGOING_MAIL_URL: "smtp://127.0.0.1:1" },
  });
  await using client = await SmtpClient.open(app.smtpPort);
  expect(await client.send("postmaster", message)).toMatch(/^250 /);
  const failed = () =>
    app.rootDb.$queryRaw<{ last_error: string | null }[]>`SELECT last_error FROM graphile_worker.jobs`;
  await expect.poll(async () => (await failed())[0]?.last_error).toContain("ECONNREFUSED");
  expect(await app.rootDb.postmasterMail.count()).toBe(1);
});
