import { connect } from "node:net";
import { resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { refusedNear } from "../features/attempt/attempt.ts";
import { apiClient } from "../testing/api_client.ts";
import { mailbox } from "../testing/receiver.ts";
import { sharedApp } from "../testing/test_app.ts";

const app = sharedApp({ ROLES: "web,smtp", SMTP_MAX_MESSAGE_BYTES: "20000", SMTP_MAX_RECIPIENTS: "2" });

async function opened() {
  const box = await mailbox(app);
  const client = await box.open();
  await client.say("EHLO client.example");
  const api = await apiClient(app, box.owner);
  const listed = async (id = box.to) => (await api.call(resources.emails.attempts, { id })).body.data;
  return { ...box, client, listed };
}

const tooLarge = { outcome: "refused", reason: "too_large", reply: "552 5.3.4 Message is larger than 20000 bytes" };

it("keeps that a chunk was too large, the first and a later one", async () => {
  for (const chunks of [["BDAT 20001 LAST\r\n"], ["BDAT 5\r\nhello", "BDAT 19996 LAST\r\n"]]) {
    const { client, to, listed } = await opened();
    await using _ = client;
    await client.say("MAIL FROM:<a@elsewhere.example>");
    await client.say(`RCPT TO:<${to}>`);
    for (const chunk of chunks.slice(0, -1)) {
      client.write(chunk);
      await client.reply();
    }
    client.write(chunks.at(-1) ?? "");
    expect(await client.reply()).toBe(tooLarge.reply);
    await expect.poll(() => listed()).toMatchObject([{ ...tooLarge, mail_from: "a@elsewhere.example" }]);
  }
});

it("keeps that a message by DATA was too large, though the client is gone at once", async () => {
  const { client, to, listed } = await opened();
  await client.begin(to);
  client.write("x".repeat(70).concat("\r\n").repeat(400));
  await client.reply();
  client.socket.resetAndDestroy();
  await expect.poll(() => listed()).toMatchObject([tooLarge]);
});

it("keeps that a declared size was too large, for the recipients that follow", async () => {
  const { client, to, listed } = await opened();
  await using _ = client;
  client.write(`MAIL FROM:<a@elsewhere.example> SIZE=99000000\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
  const reply = "552 5.3.4 Message of 99000000 bytes is larger than 20000 bytes";
  expect([await client.reply(), (await client.reply())?.slice(0, 3)]).toEqual([reply, "503"]);
  await expect.poll(() => listed()).toMatchObject([{ ...tooLarge, reply }]);
});

it("keeps recipients over the limit, each once, and not without end", async () => {
  const { client, to, listed, owner } = await opened();
  await using _ = client;
  const others = await Promise.all([app.address(owner), app.address(owner)]);
  await client.say("MAIL FROM:<a@elsewhere.example>");
  for (const other of others) expect(await client.say(`RCPT TO:<${other}>`)).toMatch(/^250 /);
  const reply = "452 4.5.3 Error: too many recipients";
  expect(await client.say(`RCPT TO:<${to}>`)).toBe(reply);
  for (let no = 0; no < 150; no += 1) await client.say(`RCPT TO:<n${no}-${to}>`);
  expect(await client.say(`RCPT TO:<${others[0]}>`)).toMatch(/^250 /);
  const kept = { outcome: "deferred", reason: "too_many_recipients", reply, mail_from: "a@elsewhere.example" };
  await expect.poll(() => listed()).toMatchObject([kept]);
  expect(await listed(others[0])).toEqual([]);
  const where = { address: { endsWith: `-${to}` } };
  await expect.poll(() => app.rootDb.smtpAttempt.count({ where })).toBe(99);
});

it("keeps that a parameter is not taken, for the recipient whose it was to be", async () => {
  const { client, to, listed } = await opened();
  await using _ = client;
  client.write(`MAIL FROM:<a@elsewhere.example> RET=HDRS\r\nRCPT TO:<${to}>\r\n`);
  const reply = "555 5.5.4 Parameter not supported";
  expect(await client.reply()).toBe(reply);
  await expect.poll(() => listed()).toMatchObject([{ outcome: "refused", reason: "syntax", reply }]);
});

it("tells of a refusal before any recipient only whom it may concern", async () => {
  const { client, to, owner } = await opened();
  const stranger = await app.member("Administrator");
  const domain_name = `${crypto.randomUUID()}.example`;
  const given = { company: owner.company, owner: owner.name, verification_token: "t", is_verified: true };
  await app.rootDb.domain.create({ data: { ...given, domain_name } });
  const mail_from = `app@${domain_name.toUpperCase()}`;
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  await client.say(`MAIL FROM:<${mail_from}> SIZE=99000000`);
  expect(await client.say("QUIT")).toMatch(/^221 /);
  const told = async ({ company }: { company: string }) =>
    (await refusedNear(app.rootDb as never, { company, address: to, since: new Date(0), limit: 5 })).map(
      ({ address, mail_from: from, reply }) => [address, from, reply],
    );
  const all = [["", mail_from, "552 5.3.4 Message of 99000000 bytes is larger than 20000 bytes"]];
  await expect.poll(() => told(owner)).toEqual(all);
  expect(await told(stranger)).toEqual([]);

  const api = await apiClient(app, owner);
  const waited = await api.call(resources.emails.wait, { id: to, timeout: 0 });
  expect(JSON.stringify(waited.body)).toContain("was refused before it named a recipient");
  const foreign = await apiClient(app, stranger);
  const nothing = await foreign.call(resources.emails.wait, { id: await app.address(stranger), timeout: 0 });
  expect(JSON.stringify(nothing.body)).not.toContain("99000000");
});

it("keeps a refusal before any recipient when its client quits, with the time when it was refused", async () => {
  const { owner, to, client: first } = await opened();
  await first.say("QUIT");
  const domain_name = `${crypto.randomUUID()}.example`;
  const given = { company: owner.company, owner: owner.name, verification_token: "t", is_verified: true };
  await app.rootDb.domain.create({ data: { ...given, domain_name } });
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  // Its client leaves its side open.
  const socket = connect({ port: app.smtpPort, host: "127.0.0.1", allowHalfOpen: true });
  let said = "";
  socket.on("data", (chunk) => {
    said += chunk;
  });
  const say = async (line: string, reply: string) => {
    socket.write(`${line}\r\n`);
    await expect.poll(() => said, { interval: 5 }).toContain(reply);
  };
  await say("EHLO client.example", "250 ");
  await say(`MAIL FROM:<app@${domain_name}> SIZE=99000000`, "552 ");
  const refused = performance.now();
  await say("NOOP", "250 2.0.0 OK");
  await say("QUIT", "221 ");
  const waited = performance.now() - refused;
  const asked = { company: owner.company, address: to, since: new Date(0), limit: 5 };
  const creation = async () => (await refusedNear(app.rootDb as never, asked))[0]?.creation;
  await expect.poll(creation).toBeDefined();
  const ago = app.clock.now.getTime() - new Date((await creation()) ?? 0).getTime();
  expect(ago).toBeGreaterThanOrEqual(0);
  expect(ago).toBeLessThanOrEqual(waited + 60_000);
  expect(socket.writable).toBe(true);
  socket.destroy();
});

it("keeps with which reply a connection was closed amid a transaction", async () => {
  const { client, to, listed } = await opened();
  await client.say("MAIL FROM:<a@elsewhere.example>");
  await client.say(`RCPT TO:<${to}>`);
  await client.say("x".repeat(5_000));
  const reply = "421 4.7.0 Command line too long";
  await expect.poll(() => listed()).toMatchObject([{ outcome: "deferred", reply }]);
});
