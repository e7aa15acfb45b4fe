import { signatureHeader, webhook } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

it("answers the same secret to a company's Administrators without storing it (K36, L20, P71, threat 30)", async () => {
  const admin = await app.member("Administrator");
  const answers = await Promise.all([1, 2, 3].map(() => admin.call(webhook.get_hmac_password)));
  const colleague = await app.member("Administrator", admin.company);
  const secrets = [...answers, await colleague.call(webhook.get_hmac_password)].map(({ body }) => body.message);
  expect(secrets[0]).toEqual({
    header: signatureHeader,
    hmac_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  expect(new Set(secrets.map(({ hmac_secret }) => hmac_secret)).size).toBe(1);
  expect(await app.rootDb.company.count({ where: { NOT: { hmac_secret: null } } })).toBe(0);
  const stranger = await app.member("Administrator");
  expect((await stranger.call(webhook.get_hmac_password)).body.message.hmac_secret).not.toBe(secrets[0].hmac_secret);
});

it("refuses Members and guests (P54)", async () => {
  const member = await app.member("Member");
  expect((await member.call(webhook.get_hmac_password)).status).toBe(403);
  expect((await app.guest.call(webhook.get_hmac_password)).status).toBe(401);
});

it("stores a regenerated secret encrypted, and never logs it (threat 47)", async () => {
  const admin = await app.member("Administrator");
  const { hmac_secret } = (await admin.call(webhook.regenerate_hmac_password)).body.message;
  const company = await app.rootDb.company.findUniqueOrThrow({ where: { name: admin.company } });
  const kept = Buffer.from(company.hmac_secret ?? []);
  expect(kept.length).toBeGreaterThan(0);
  const bytes = Buffer.from(hmac_secret.slice("whsec_".length), "base64");
  for (const plain of [hmac_secret, bytes]) expect(kept.includes(plain)).toBe(false);
  expect(app.log.join("")).not.toContain(hmac_secret);

  // In another company's row, the encrypted secret cannot be decrypted.
  const stranger = await app.member("Administrator");
  await app.rootDb.company.update({ where: { name: stranger.company }, data: { hmac_secret: company.hmac_secret } });
  expect((await stranger.call(webhook.get_hmac_password)).status).toBe(500);
});
