import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import path from "node:path";
import { canonicalAddress, reset_user } from "@mayfly/contracts";
import { simpleParser } from "mailparser";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { caughtMails } from "../testing/caught_mail.ts";
import { sharedApp, type TestMember, testApp } from "../testing/test_app.ts";
import { openOutgoingMail } from "./outgoing_mail.ts";

/** A mail server that accepts every mail unless `refusal` is set. */
async function mailServer() {
  const state = {
    mails: [] as string[],
    recipients: [] as string[],
    refusal: undefined as string | undefined,
    tries: 0,
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      state.recipients.push(address);
      done();
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        state.tries += 1;
        if (state.refusal) return done(Object.assign(new Error(state.refusal), { responseCode: 451 }));
        state.mails.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

describe("with a mail server", () => {
  let server: Awaited<ReturnType<typeof mailServer>>;
  beforeAll(async () => {
    server = await mailServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  const app = sharedApp(() => ({
    ...{ ROLES: "web,worker", OUTGOING_MAIL_URL: server.url, OUTGOING_MAIL_FROM: "Mayfly <hello@mayfly.example>" },
  }));
  const mailsTo = ({ name }: TestMember) => server.mails.filter((mail) => mail.includes(`To: ${name}`));

  it("sends text and HTML to the configured mail server, and does not log the recipient", async () => {
    const member = await app.member("Member");
    await app.rootDb.member.update({ where: { name: member.name }, data: { full_name: "<b>Ada</b> & Söhne" } });
    await app.guest.call(reset_user.reset_user_password, { email: member.name });
    await vi.waitFor(() => expect(mailsTo(member)).toHaveLength(1), { interval: 20 });
    const mail = await simpleParser(mailsTo(member)[0] ?? "");
    expect(mail.from?.text).toBe('"Mayfly" <hello@mayfly.example>');
    expect([mail.to].flat()[0]?.text).toBe(member.name);
    expect(mail.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail.text).toContain("Hi <b>Ada</b> & Söhne,");
    expect(mail.html).toContain("Hi &lt;b&gt;Ada&lt;/b&gt; &amp; Söhne,");
    // Lists show the preheader after the subject, and nothing of the text behind it (row Y13).
    expect(mail.html).toMatch(
      /<body[^>]*>\s*<div style="display:none[^>]*>The link works once and expires in 60 minutes.[^<]{500,}<\/div>/,
    );
    expect(mail.html).not.toMatch(/<img|<link|<script|url\(/);
    // The mark, and a form for the night.
    expect(mail.html).toMatch(/<svg[^>]*>.*<\/svg>Mayfly</);
    expect(mail.html).toContain("@media (prefers-color-scheme: dark)");
    expect(await readdir(app.outbox).catch(() => [])).toEqual([]);
    // Our log names the mail by its Message-ID, as the mail server's log does, but not its recipient.
    await vi.waitFor(() => expect(app.log.join()).toContain(JSON.stringify(mail.messageId)));
    expect(app.log.join()).not.toContain(member.name);
  });

  it("retries a mail that the mail server refuses, and records the reason in the job and the log", async () => {
    server.refusal = "4.3.1 mailbox is being moved";
    const member = await app.member("Member");
    await app.guest.call(reset_user.reset_user_password, { email: member.name });
    const failed = () =>
      app.rootDb.$queryRaw<{ last_error: string | null }[]>`SELECT last_error FROM graphile_worker.jobs`;
    await vi.waitFor(async () => expect((await failed())[0]?.last_error).toContain("mailbox is being moved"), {
      interval: 20,
    });
    expect(app.log.join()).toContain("mailbox is being moved");
    expect(app.log.join()).not.toContain(member.name);
    server.refusal = undefined;
    await app.rootDb.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now()`;
    await vi.waitFor(() => expect(mailsTo(member)).toHaveLength(1), { interval: 20 });
    await vi.waitFor(async () => expect(await failed()).toEqual([]), { interval: 20 });
  });
});

it.each(["a!b@iana.example", "user/dept@iana.example", "o'brien+x@iana.example", "ivan@xn--e1afmkfd.xn--p1ai"])(
  "sends to %s as it stands",
  async (to) => {
    await using server = await mailServer();
    const mail = { to, subject: "A subject", preheader: "A preview", paragraphs: ["A text"], reason: "A test" };
    const options = { url: server.url, from: "a@b.example", folder: "", log: pino({ level: "silent" }) };
    const outgoing = await openOutgoingMail(options);
    await outgoing.send(mail);
    outgoing.close();
    // The test's mail server decodes domains; over the wire, nothing but ASCII went.
    expect(server.recipients.map(canonicalAddress)).toEqual([to]);
    expect(server.mails[0]?.split("\r\n")).toContain(`To: ${to}`);
  },
);

it("runs other jobs while the mail server accepts connections but does not answer", async () => {
  const connected: Socket[] = [];
  const silent = createServer((socket) => connected.push(socket.on("error", () => {})));
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  await using app = await testApp({ ROLES: "web,worker", OUTGOING_MAIL_URL: url });
  const admin = await app.member("Administrator");
  for (let mails = 0; mails < 12; mails += 1) {
    const { name: email } = await app.member("Member");
    await app.guest.call(reset_user.reset_user_password, { email });
  }
  await expect.poll(() => connected.length).toBeGreaterThan(0);
  const address = await app.address(admin, { expiry: new Date(app.clock.now.getTime() - 1000) });
  await app.rootDb.$queryRaw`SELECT FROM graphile_worker.add_job('email/settle_expired')`;
  const settled = async () => (await app.rootDb.email.findUnique({ where: { email_name: address } }))?.is_active;
  // Before the connections to the silent server time out.
  await expect.poll(settled).toBe(false);
  for (const socket of connected) socket.destroy();
  silent.close();
});

it("says at the start that there can be no outbox", async () => {
  const options = {
    url: undefined,
    from: "a@b.example",
    folder: "/proc/mayfly/outbox",
    log: pino({ level: "silent" }),
  };
  await expect(openOutgoingMail(options)).rejects.toThrow(
    /^DATA_DIR "\/proc\/mayfly\/outbox" cannot be created \(\w+\)\.$/,
  );
});

it("writes mail to the outbox, readable only by its owner, if no mail server is set", async () => {
  await using app = await testApp({ ROLES: "web,worker" });
  const member = await app.member("Member");
  await app.guest.call(reset_user.reset_user_password, { email: member.name });
  await caughtMails(app, member.name, 1);
  const [file = ""] = await readdir(app.outbox);
  expect((await stat(path.join(app.outbox, file))).mode & 0o077).toBe(0);
  expect(await readFile(path.join(app.outbox, file), "latin1")).toMatch(/\r\n\r\n/);
  await vi.waitFor(() => expect(app.log.join()).toContain(file));
  expect(app.log.join()).not.toContain(member.name);
});

it("sends nothing unencrypted to a relay elsewhere, unless the URL says so", async () => {
  await using server = await mailServer();
  const { port } = new URL(server.url);
  const log = pino({ level: "silent" });
  const mail = {
    to: "a@b.example",
    subject: "A code",
    preheader: "A preview",
    paragraphs: ["123456"],
    reason: "You asked.",
  };
  const send = async (url: string) => {
    const outgoing = await openOutgoingMail({ url, from: "a@mayfly.example", folder: "", log });
    await outgoing.send(mail).finally(() => outgoing.close());
  };
  // An address of this machine that is none of its loopback addresses.
  const elsewhere = `smtp://0.0.0.0:${port}`;
  await expect(send(elsewhere)).rejects.toThrow(/STARTTLS/);
  await expect(send(`${elsewhere}?requireTLS=true`)).rejects.toThrow(/STARTTLS/);
  expect(server.mails).toEqual([]);
  await send(`${elsewhere}?requireTLS=false`);
  await send(`smtp://localhost:${port}`);
  expect(server.mails).toHaveLength(2);
  await expect(send(`smtp://localhost:${port}?requireTLS=true`)).rejects.toThrow(/STARTTLS/);
});
