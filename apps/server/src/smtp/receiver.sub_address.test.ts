import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { delivering, subscribe } from "../testing/deliveries.ts";
import { messagesTo } from "../testing/messages.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { type TestApp, type TestMember, testApp } from "../testing/test_app.ts";
import { webhookReceiver } from "../testing/webhook_receiver.ts";

const message = "Subject: Hello\r\n\r\nBody\r\n";

describe("mail for a sub-address (requirement U05)", () => {
  let app: TestApp;
  let owner: TestMember;
  beforeAll(async () => {
    app = await testApp(delivering);
    owner = await app.member("Administrator");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open = () => SmtpClient.open(app.smtpPort);
  const tagged = (address: string, tag: string) => address.replace("@", `+${tag}@`);
  const create = (email_name: string, is_active = true) =>
    app.rootDb.email.create({
      data: { email_name, domain_name: "mayfly.test", company: owner.company, owner: owner.name, is_active },
    });

  it("comes to the address before the plus, whatever its case and its tag, once for each message", async () => {
    const to = await app.address(owner);
    await using client = await open();
    const tags = ["shop", "a+b", "", "a.b=c", "x".repeat(64 - (to.indexOf("@") + 1))];
    for (const tag of tags) expect(await client.send(tagged(to, tag), message), tag).toMatch(/^250 /);
    expect(await client.send(tagged(to, "Shop").toUpperCase(), message)).toMatch(/^250 /);
    expect(await client.send(`"${tagged(to, "q").replace("@", '"@')}`, message)).toMatch(/^250 /);
    expect(await client.send([to, tagged(to, "one"), tagged(to, "two")], message)).toMatch(/^250 /);
    expect(await messagesTo(app.rootDb, to)).toHaveLength(tags.length + 3);
    expect(await app.rootDb.customerInbox.count({ where: { recipients: { contains: "+" } } })).toBe(0);
  });

  it("is refused with 553 where the whole local part is longer than 64 octets (RFC 5321, 4.5.3.1.1)", async () => {
    const to = await app.address(owner);
    const local = to.indexOf("@");
    await using client = await open();
    for (const tag of ["x".repeat(64 - local), "ü".repeat(32)]) {
      expect(await client.send(tagged(to, tag), message)).toBe("553 5.1.3 The local part is longer than 64 octets");
    }
  });

  it("is told live and told to webhooks as mail for that address", async () => {
    const to = await app.address(owner);
    await using hook = await webhookReceiver();
    await subscribe(owner, hook.url);
    const heard: { recipients: string }[] = [];
    const socket = await owner.listen();
    socket.on("new-customer-inbox", (event) => heard.push(event));
    await using client = await open();
    expect(await client.send(tagged(to, "live"), message)).toMatch(/^250 /);
    await expect.poll(() => heard).toMatchObject([{ recipients: to }]);
    expect(JSON.parse((await hook.count(1)).body)).toMatchObject({ data: { recipients: to } });
    socket.disconnect();
  });

  it("comes to the whole address if there is one, at once, and is refused if that has ended", async () => {
    const to = await app.address(owner);
    const own = tagged(to, "own");
    await using client = await open();
    expect(await client.send(own, message)).toMatch(/^250 /);
    await create(own);
    expect(await client.send(own, message)).toMatch(/^250 /);
    expect(await messagesTo(app.rootDb, to)).toHaveLength(1);
    expect(await messagesTo(app.rootDb, own)).toHaveLength(1);
    await create(tagged(to, "ended"), false);
    expect(await client.send(tagged(to, "ended"), message)).toBe("550 5.2.1 The address is no longer active");
    expect(await messagesTo(app.rootDb, to)).toHaveLength(1);
  });

  it("is refused as mail for that address is", async () => {
    const ended = await app.address(owner);
    await app.rootDb.email.update({ where: { email_name: ended }, data: { is_active: false } });
    await using client = await open();
    await client.say("EHLO client.example");
    await client.say("MAIL FROM:<a@elsewhere.example>");
    for (const [to, reply] of [
      [tagged(ended, "x"), "550 5.2.1 The address is no longer active"],
      ["nobody+x@mayfly.test", "550 5.1.1 No such address here"],
      ["+x@mayfly.test", "550 5.1.1 No such address here"],
      ["+@mayfly.test", "550 5.1.1 No such address here"],
      ["a+x@gmail.example", "550 5.7.1 We do not relay: the domain is not served here"],
    ] as const) {
      expect(await client.say(`RCPT TO:<${to}>`), to).toBe(reply);
    }
  });

  it("is refused from the instant at which the address ends, also after its RCPT", async () => {
    const to = await app.address(owner, { expiry: new Date(app.clock.now.getTime() + 60_000) });
    await using client = await open();
    await client.begin(tagged(to, "late"));
    const before = app.clock.now;
    app.clock.now = new Date(before.getTime() + 60_000);
    expect(await client.say(`${message}.`)).toMatch(/^550 5\.2\.1 /);
    expect(await client.send(tagged(to, "late"), message)).toMatch(/^550 5\.2\.1 /);
    app.clock.now = before;
  });

  it("of two companies stays apart (threat 13)", async () => {
    const stranger = await app.member("Administrator");
    const [to, theirs] = [await app.address(owner), await app.address(stranger)];
    await using client = await open();
    expect(await client.send([tagged(to, "x"), tagged(theirs, "x")], message)).toMatch(/^250 /);
    const [[mine], [other]] = [await messagesTo(app.rootDb, to), await messagesTo(app.rootDb, theirs)];
    expect([mine?.keptFor, other?.keptFor]).toEqual([owner.company, stranger.company]);
  });
});
