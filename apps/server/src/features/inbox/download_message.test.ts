import { createHash, randomBytes } from "node:crypto";
import { inbox, resource } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { type Caller, sharedApp, type TestApp } from "../../testing/test_app.ts";

const app = sharedApp({ ROLES: "web,smtp" });

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const save = async (app: TestApp, { cookie }: Caller, name: string) => {
  const response = await fetch(`${app.url}${inbox.download_message.path}?name=${name}`, { headers: { cookie } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

it("answers a message byte for byte, as a download that the browser does not open (threat 19)", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  for (const { raw, unpacked = false } of [
    ...[{ raw: every }, { raw: every, unpacked: true }, { raw: Buffer.alloc(0) }],
    ...[{ raw: Buffer.alloc(0), unpacked: true }, { raw: Buffer.concat([every, randomBytes(5_300_000)]) }],
  ]) {
    const { response, bytes } = await save(app, admin, await storedMessage(app, admin, address, { raw, unpacked }));
    expect(response.status).toBe(200);
    expect(hash(bytes)).toBe(hash(raw));
    expect(response.headers.get("content-length")).toBe(String(raw.length));
    expect(response.headers.get("content-type")).toBe("message/rfc822");
    expect(response.headers.get("content-disposition")).toBe("attachment; filename=Hello.eml");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
    expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(response.headers.get("cache-control")).toContain("no-store");
  }
});

it("names the file after the subject, or after the message if it has none (threat 18)", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const nameOf = async (subject: string) => {
    const name = await storedMessage(app, admin, address, { subject, raw: "\r\nBody" });
    const { response } = await save(app, admin, name);
    const said = response.headers.get("content-disposition") ?? "";
    return said.replace(`attachment; filename=`, "").replace(name, "its-name");
  };
  expect(await nameOf("Receipt 12")).toBe('"Receipt 12.eml"');
  expect(await nameOf("../../etc/passwd")).toBe("_.._etc_passwd.eml");
  expect(await nameOf("a\u202egpj.exe")).toBe("a_gpj.exe.eml");
  expect(await nameOf("x".repeat(900))).toBe(`${"x".repeat(150)}.eml`);
  expect(await nameOf("")).toBe("its-name.eml");
});

it("answers a message that cannot be parsed (threat 15)", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const raw = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\n\0\r\n".repeat(3000)}`;
  await using client = await SmtpClient.open(app.smtpPort);
  expect(await client.send(address, raw)).toMatch(/^250/);
  const { body } = await admin.call(resource.list, { doctype: "Customer Inbox" });
  const { bytes } = await save(app, admin, body.data[0].name);
  expect(bytes.toString("latin1")).toContain(raw);
});
