import { api_key, apiKeyTexts, resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient, clientWith } from "../../testing/api_client.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

it("makes a new key like the old one, which works until the overlap ends (row Q05)", async () => {
  const member = await app.member("Member");
  const old = await apiClient(app, member, { scopes: ["emails:read"], networks: ["127.0.0.0/8"] });
  expect((await old.call(resources.me.get)).status).toBe(200);
  const { body } = await member.call(api_key.rotate_api_key, { name: old.name, overlap: 600 });
  expect(body.message).toMatchObject({
    key_name: "Test",
    scopes: ["emails:read"],
    networks: ["127.0.0.0/8"],
    expiry: null,
  });
  const fresh = clientWith(app, body.message.key);
  for (const client of [old, fresh]) expect((await client.call(resources.me.get)).status).toBe(200);
  app.clock.now = new Date(app.clock.now.getTime() + 601_000);
  expect((await old.call(resources.me.get)).status).toBe(401);
  expect((await fresh.call(resources.me.get)).status).toBe(200);
});

it("renews the life of a key that expires", async () => {
  const member = await app.member("Member");
  const { name } = await apiClient(app, member, { duration: 30 * 86_400 });
  app.clock.now = new Date(app.clock.now.getTime() + 86_400_000);
  const { body } = await member.call(api_key.rotate_api_key, { name });
  expect(body.message.expiry).toBe(new Date(app.clock.now.getTime() + 30 * 86_400_000).toISOString());
});

it("ends the old key at once without an overlap, and rotates each key once", async () => {
  const member = await app.member("Member");
  const [one, two] = [await apiClient(app, member), await apiClient(app, member)];
  await one.call(resources.me.get);
  expect((await member.call(api_key.rotate_api_key, { name: one.name, overlap: 0 })).status).toBe(200);
  expect((await one.call(resources.me.get)).status).toBe(401);
  await member.call(api_key.rotate_api_key, { name: two.name });
  const again = await member.call(api_key.rotate_api_key, { name: two.name });
  expect([again.status, again.body.message]).toEqual([417, apiKeyTexts.replaced]);
});

it("shows the new key to nobody but its member, and takes no overlap of more than a day", async () => {
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  const { name } = await apiClient(app, member);
  const refused = await admin.call(api_key.rotate_api_key, { name });
  expect([refused.status, refused.body.message]).toEqual([403, apiKeyTexts.notYours]);
  expect((await (await app.member("Administrator")).call(api_key.rotate_api_key, { name })).status).toBe(404);
  for (const overlap of [-1, 86_401, 1.5]) {
    expect((await member.call(api_key.rotate_api_key, { name, overlap })).status).toBe(417);
  }
});
