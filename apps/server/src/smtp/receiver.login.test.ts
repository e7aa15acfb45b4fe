import nodemailer from "nodemailer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { certificate } from "../testing/certificate.ts";
import { receiver } from "../testing/receiver.ts";

const message = "Subject: Hello\r\n\r\nBody\r\n";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const plain = base64("\0ada\0opensesame");

describe("the receiver on loopback", () => {
  let given: Awaited<ReturnType<typeof receiver>>;
  beforeAll(async () => {
    given = await receiver({});
  });
  afterAll(() => given[Symbol.asyncDispose]());

  const greeted = async () => {
    const client = await given.open();
    await client.say("EHLO client.example");
    return client;
  };

  it("takes mail from a client that logs in with any name and password", async () => {
    for (const exchange of [
      [`AUTH PLAIN ${plain}`],
      [`auth plain ${plain}`],
      ["AUTH PLAIN", plain],
      ["AUTH PLAIN =", /^501 5\.5\.2 /],
      [`AUTH PLAIN ${base64("authorised\0ada\0opensesame")}`],
      ["AUTH LOGIN", base64("ada"), base64("opensesame")],
      ["AUTH LOGIN", "", ""],
      ["AUTH LOGIN =", base64("opensesame")],
      [`AUTH LOGIN ${base64("ada")}`, base64("opensesame")],
    ] as const) {
      const last = exchange.at(-1);
      const [lines, answer] = last instanceof RegExp ? [exchange.slice(0, -1), last] : [exchange, /^235 2\.7\.0 /];
      await using client = await greeted();
      for (const line of lines.slice(0, -1)) expect(await client.say(`${line}`), `${exchange}`).toMatch(/^334 /);
      expect(await client.say(`${lines.at(-1)}`), `${exchange}`).toMatch(answer);
      expect(await client.send(given.to, message)).toMatch(/^250 /);
    }
  });

  it("prompts as clients expect", async () => {
    await using client = await greeted();
    expect(await client.say("AUTH PLAIN")).toBe("334 ");
    expect(await client.say("*")).toMatch(/^501 5\.7\.0 /);
    expect(await client.say("AUTH LOGIN")).toBe("334 VXNlcm5hbWU6");
    expect(await client.say(base64("ada"))).toBe("334 UGFzc3dvcmQ6");
    expect(await client.say("*")).toMatch(/^501 5\.7\.0 /);
    // What follows is a command again.
    expect(await client.say("NOOP")).toMatch(/^250 /);
  });

  it.each([
    ["a name that is not Base64", ["AUTH LOGIN", "ada!"], /^501 5\.5\.2 /],
    ["a password that is not Base64", ["AUTH LOGIN", base64("ada"), "opensesame"], /^501 5\.5\.2 /],
    ["Base64 cut short", ["AUTH PLAIN", plain.slice(0, -1)], /^501 5\.5\.2 /],
    ["PLAIN with two parts", ["AUTH PLAIN", base64("ada\0opensesame")], /^501 5\.5\.2 /],
    ["PLAIN with four parts", ["AUTH PLAIN", base64("\0a\0b\0c")], /^501 5\.5\.2 /],
    ["an unknown mechanism", ["AUTH CRAM-MD5"], /^504 5\.5\.4 /],
    ["a mechanism that is the name of a method", ["AUTH constructor"], /^504 5\.5\.4 /],
    ["no mechanism", ["AUTH"], /^501 5\.5\.4 /],
    ["too many words", [`AUTH PLAIN ${plain} x`], /^501 5\.5\.4 /],
    ["a command of 12,287 octets", [`AUTH PLAIN ${"A".repeat(12_276)}`], /^500 5\.5\.6 /],
    ["an answer of 12,288 octets", ["AUTH PLAIN", "A".repeat(12_288)], /^500 5\.5\.6 /],
    ["a second login", [`AUTH PLAIN ${plain}`, `AUTH PLAIN ${plain}`], /^503 5\.5\.1 /],
    ["a login amid a message", ["MAIL FROM:<a@elsewhere.example>", `AUTH PLAIN ${plain}`], /^503 5\.5\.1 /],
  ])("refuses %s as RFC 4954 says, and goes on", async (_what, lines, answer) => {
    await using client = await greeted();
    for (const line of lines.slice(0, -1)) expect(await client.say(line)).toMatch(/^[23]/);
    expect(await client.say(lines.at(-1) ?? "")).toMatch(answer);
    expect(await client.say("RSET")).toMatch(/^250 /);
    expect(await client.send(given.to, message)).toMatch(/^250 /);
  });

  it("takes a password of 8,000 signs, and hangs up on a line that does not end", async () => {
    await using client = await greeted();
    expect(await client.say(`AUTH PLAIN ${base64(`\0ada\0${"x".repeat(8_000)}`)}`)).toMatch(/^235 /);
    await using endless = await greeted();
    await endless.say("AUTH PLAIN");
    endless.write("A".repeat(20_000));
    expect(await endless.reply()).toMatch(/^421 /);
    expect(await endless.reply()).toBeUndefined();
  });

  it("asks for EHLO first", async () => {
    await using client = await given.open();
    expect(await client.say(`AUTH PLAIN ${plain}`)).toMatch(/^503 5\.5\.1 /);
  });

  it("grants nothing for a login, and offers no second", async () => {
    await using client = await greeted();
    await client.say(`AUTH PLAIN ${plain}`);
    expect(await client.say("EHLO client.example")).not.toContain("AUTH");
    await client.say("MAIL FROM:<a@elsewhere.example> AUTH=<>");
    expect(await client.say("RCPT TO:<a@gmail.example>")).toMatch(/^550 5\.7\.1 /);
    expect(await client.say("RCPT TO:<nobody@mayfly.test>")).toMatch(/^550 5\.1\.1 /);
    expect(await client.say("MAIL FROM:<a@elsewhere.example> SIZE=999999999")).toMatch(/^5/);
  });

  it("neither logs nor stores names and passwords", async () => {
    given.app.log.length = 0;
    const [name, password] = ["Ysabel", "Zanzibar"].map(base64) as [string, string];
    await using client = await greeted();
    for (const line of ["AUTH LOGIN", name, "not base64!", "AUTH LOGIN", name, password]) await client.say(line);
    await client.send(given.to, message);
    const kept = JSON.stringify([given.app.log, await given.app.rootDb.customerInbox.findMany()]);
    for (const secret of ["Ysabel", "Zanzibar", name, password]) expect(kept).not.toContain(secret);
    expect(kept).toContain("Cannot decode the response");
  });
});

it("offers AUTH before and after STARTTLS, and takes the login of a stock client in both", async () => {
  await using pair = await certificate("mayfly.test");
  await using given = await receiver({ SMTP_TLS_CERT: pair.cert, SMTP_TLS_KEY: pair.key });
  for (const ignoreTLS of [true, false]) {
    for (const authMethod of ["PLAIN", "LOGIN"]) {
      const transport = nodemailer.createTransport({
        ...{ host: "127.0.0.1", port: given.app.smtpPort, ignoreTLS, requireTLS: !ignoreTLS, authMethod },
        auth: { user: "ada", pass: "opensesame" },
        tls: { rejectUnauthorized: false },
      });
      const sent = await transport.sendMail({ from: "a@elsewhere.example", to: given.to, text: "Body" });
      expect(sent.response).toMatch(/^250 /);
    }
  }
  expect(await given.count()).toBe(4);
});

it("does not offer AUTH with SMTP_AUTH_ANY=off", async () => {
  await using given = await receiver({ SMTP_AUTH_ANY: "off" });
  await using client = await given.open();
  expect(await client.say("EHLO client.example")).not.toContain("AUTH");
  expect(await client.say(`AUTH PLAIN ${plain}`)).toMatch(/^500 5\.5\.2 /);
  expect(await client.say("MAIL FROM:<a@elsewhere.example> AUTH=<>")).toMatch(/^555 5\.5\.4 /);
  expect(await client.send(given.to, message)).toMatch(/^250 /);
});
