import { webhook } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

it("replaces the company's secret (K37, F26)", async () => {
  const admin = await app.member("Administrator");
  const secret = async () => (await admin.call(webhook.get_hmac_password)).body.message;
  const before = await secret();
  const { body } = await admin.call(webhook.regenerate_hmac_password);
  expect(body.message.hmac_secret).not.toBe(before.hmac_secret);
  expect(await secret()).toEqual(body.message);
});

it("refuses Members, and leaves other companies' secrets unchanged (P54)", async () => {
  const [admin, stranger] = [await app.member("Administrator"), await app.member("Administrator")];
  const before = (await stranger.call(webhook.get_hmac_password)).body.message;
  const member = await app.member("Member", admin.company);
  expect((await member.call(webhook.regenerate_hmac_password)).status).toBe(403);
  expect((await admin.call(webhook.regenerate_hmac_password)).status).toBe(200);
  expect((await stranger.call(webhook.get_hmac_password)).body.message).toEqual(before);
});
