import { createHash, randomBytes } from "node:crypto";
import { inbox, load } from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { type Caller, type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("download_attachment", () => {
  let app: TestApp;
  let admin: TestMember;
  let address: string;
  beforeAll(async () => {
    app = await testApp();
    admin = await app.member("Administrator");
    address = await app.address(admin);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const save = async ({ cookie }: Caller, name: string, part: number) => {
    const query = `name=${name}&part=${part}`;
    const response = await fetch(`${app.url}${inbox.download_attachment.path}?${query}`, { headers: { cookie } });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const mailWith = (...parts: { headers: string; body: Buffer }[]) =>
    Buffer.concat([
      Buffer.from("Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nText\r\n"),
      ...parts.map(({ headers, body }) =>
        Buffer.from(`--b\r\n${headers}\r\nContent-Transfer-Encoding: base64\r\n\r\n${body.toString("base64")}\r\n`),
      ),
      Buffer.from("--b--\r\n"),
    ]);

  it("lists the files of a message, and gives each back byte for byte", async () => {
    const [small, large] = [Buffer.from("a,b\r\n"), randomBytes(3_000_000)];
    const raw = mailWith(
      { headers: 'Content-Type: text/csv; name="a.csv"\r\nContent-Disposition: attachment', body: small },
      {
        headers: "Content-Type: application/zip\r\nContent-Disposition: attachment; filename*=UTF-8''%E6%97%A5.zip",
        body: large,
      },
    );
    const name = await storedMessage(app, admin, address, { raw });
    const { body } = await admin.call(load.getdoc, { doctype: "Customer Inbox", name });
    expect(body.docs[0]).toMatchObject({
      rendering: "text",
      size: raw.length,
      attachments: [
        { part: 0, filename: "a.csv", content_type: "text/csv", size: small.length, embedded: 0 },
        { part: 1, filename: "日.zip", content_type: "application/zip", size: large.length, embedded: 0 },
      ],
    });
    const first = await save(admin, name, 0);
    expect(first.response.headers.get("content-type")).toBe("text/csv");
    expect(first.response.headers.get("content-disposition")).toBe("attachment; filename=a.csv");
    expect(hash(first.bytes)).toBe(hash(small));
    const second = await save(admin, name, 1);
    expect(second.response.headers.get("content-disposition")).toBe(
      "attachment; filename=\"?.zip\"; filename*=UTF-8''%E6%97%A5.zip",
    );
    expect(hash(second.bytes)).toBe(hash(large));
    for (const none of [2, 10_000]) expect((await save(admin, name, none)).response.status).toBe(404);
    for (const wrong of [-1, 1.5, 10_001]) expect((await save(admin, name, wrong)).response.status).toBe(417);
  });

  it("keeps a percent sign in a name that is not encoded", async () => {
    const raw = mailWith({
      headers: "Content-Type: a/b\r\nContent-Disposition: attachment; filename=d%20e.txt",
      body: Buffer.from("x"),
    });
    const { response } = await save(admin, await storedMessage(app, admin, address, { raw }), 0);
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=d%20e.txt; filename*=UTF-8''d%2520e.txt",
    );
  });

  it.each([
    ["HTML", "text/html", "page.html"],
    ["a vector image", "image/svg+xml", "image.svg"],
    ["HTML called an image", "image/png", "image.png"],
    ["no type at all", "x\u00e4; y", "none"],
    ["a script", "application/javascript", "../../x.js"],
    ["a script by its old name", "Text/X-ECMAScript", "x.js"],
    ["a style sheet", "text/css", "x.css"],
    ["a type that breaks lines", "text/x\r\n Set-Cookie: a=b", "x"],
    ["a type in Chinese", "image/中文", "x"],
    ["a type with a control character", "image/p\x01ng", "x"],
    ["a type with blanks", "a b/c d", "x"],
    ["a type longer than a header may be", `${"x".repeat(20_000)}/y`, "x"],
  ])("sends %s as a download that the browser does not open (threats 18, 19)", async (_what, type, filename) => {
    const body = Buffer.from("<script>alert(1)</script>");
    const raw = mailWith({
      headers: `Content-Type: ${type}\r\nContent-Disposition: attachment; filename="${filename}"`,
      body,
    });
    const { response, bytes } = await save(admin, await storedMessage(app, admin, address, { raw }), 0);
    expect(response.status).toBe(200);
    expect(bytes.equals(body)).toBe(true);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename=[\w.]+$/);
    expect(response.headers.get("content-type")).toMatch(/^[\w-]+\/[\w+-]+$/);
    if (/script|css/i.test(type)) expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
    expect(response.headers.get("set-cookie")).toBeNull();
  });
});
