import { load } from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { slowdown } from "../testing/cpu_time.ts";
import { messagesTo } from "../testing/messages.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { type TestApp, type TestMember, testApp } from "../testing/test_app.ts";

describe("the receiver", () => {
  let app: TestApp;
  let owner: TestMember;
  beforeAll(async () => {
    app = await testApp({ ROLES: "web,smtp", PARSE_MILLISECONDS: "2000" });
    owner = await app.member("Administrator");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const nested = Array.from(
    { length: 5000 },
    (_, no) => `${no > 0 ? `--${no - 1}\r\n` : ""}Content-Type: multipart/mixed; boundary=${no}\r\n\r\n`,
  );
  const mixed = "Content-Type: multipart/mixed; boundary=b\r\n\r\n";

  it.each([
    ["5,000 nested parts", nested.join("")],
    ["50,000 parts", `${mixed}${"--b\r\n\r\nx\r\n".repeat(50_000)}--b--\r\n`],
    ["a header of 3 MB", `X: ${"y".repeat(3_000_000)}\r\n\r\nBody\r\n`],
    ["100,000 nested tags", `Content-Type: text/html\r\n\r\n${"<div>".repeat(100_000)}\r\n`],
    ["a megabyte of tables", `Content-Type: text/html\r\n\r\n${"<table><tr><td>\r\n".repeat(50_000)}`],
    ["0.6 MB of quirky text", `\r\n${"http://.\t( <\f".repeat(50_000)}\r\n`],
    ["0.6 MB of blanks", `Content-Type: text/plain; format=flowed\r\n\r\n${" ".repeat(600_000)}x\r\n`],
    ["a megabyte of groups", `From: ${"a:b;".repeat(240_000)}\r\n\r\nBody\r\n`],
    [
      "no end to its encoding",
      "Content-Type: text/html; charset=utf-7\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\nbegin\r\n",
    ],
    ["a broken boundary", "Content-Type: multipart/mixed; boundary=\r\n\r\n--\r\n----\r\n"],
    ["bytes of no charset", Buffer.from([...Buffer.from("Subject: \xff\0\r\n\r\n", "latin1"), 0, 255, 254, 13, 10])],
  ])("stores and shows a message of %s, and serves others meanwhile (threats 15, 16, 17)", async (_what, bomb) => {
    const [to, other] = [await app.address(owner), await app.address(owner)];
    await using client = await SmtpClient.open(app.smtpPort);
    await using neighbour = await SmtpClient.open(app.smtpPort);
    const begin = performance.now();
    const sent = client.send(to, bomb);
    expect(await neighbour.send(other, "Subject: beside\r\n\r\nBody\r\n")).toMatch(/^250 /);
    expect(await sent).toMatch(/^250 /);

    const [row] = await messagesTo(app.rootDb, to);
    if (row === undefined) throw new Error("not stored");
    expect(row.raw.equals(Buffer.from(bomb))).toBe(true);
    const shown = (name: string) => owner.call(load.getdoc, { doctype: "Customer Inbox", name });
    const [opened, health] = await Promise.all([shown(row.name), app.guest.fetch("/healthz")]);
    expect([opened.status, health.status]).toEqual([200, 200]);
    expect(typeof opened.body.docs[0].content).toBe("string");
    const beside = await app.rootDb.customerInbox.findFirstOrThrow({ where: { recipients: other } });
    expect(beside.subject).toBe("beside");
    expect((await shown(beside.name)).body.docs[0].content).toContain("Body");
    const milliseconds = performance.now() - begin;
    expect(milliseconds / slowdown()).toBeLessThan(15_000);
  });
});
