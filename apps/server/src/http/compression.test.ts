import { request } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";
import { resource } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../testing/messages.ts";
import { sharedApp, type TestApp, type TestMember } from "../testing/test_app.ts";

const app = sharedApp();

/** An answer as it is sent, which fetch would decompress. */
async function sent(app: TestApp, member: TestMember, path: string, accepted: string) {
  const headers = { cookie: member.cookie, "accept-encoding": accepted };
  return new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>((resolve, reject) => {
    request(`${app.url}${path}`, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ encoding: response.headers["content-encoding"], vary: response.headers.vary, body });
    })
      .on("error", reject)
      .end();
  });
}

it("compresses answers in JSON that take more than a packet, for clients that can read them", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  for (let at = 0; at < 20; at += 1) await storedMessage(app, admin, address, { subject: `Message ${at}` });
  const fields = encodeURIComponent(JSON.stringify(["name", "subject", "sender", "preview"]));
  const pathOf = (doctype: string) => resource.list.path.replace(":doctype", encodeURIComponent(doctype));
  const list = `${pathOf("Customer Inbox")}?fields=${fields}`;
  const plain = await sent(app, admin, list, "identity");
  expect([plain.encoding, JSON.parse(plain.body.toString()).data.length]).toEqual([undefined, 20]);
  const packed = await sent(app, admin, list, "br, gzip");
  expect([packed.encoding, packed.vary]).toEqual(["gzip", expect.stringContaining("accept-encoding")]);
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  expect(packed.body.length).toBeLessThan(plain.body.length / 2);

  const small = await sent(app, admin, pathOf("Email"), "gzip");
  expect([small.encoding, JSON.parse(small.body.toString()).data.length]).toEqual([undefined, 1]);
});

it("does not read compressed requests, of which a small one can hold very much", async () => {
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const body = gzipSync(JSON.stringify({ usr: "a", pwd: "b" }));
  expect((await app.guest.fetch("/api/method/login", { method: "POST", headers, body })).status).toBe(417);
});
