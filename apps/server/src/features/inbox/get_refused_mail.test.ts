import { inbox } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp({ ROLES: "web,smtp" });

it("tells of mail that was refused for an address and for names like it (row R08)", async () => {
  const owner = await app.member("Administrator");
  const address = await app.address(owner);
  const refused = async () => (await owner.call(inbox.get_refused_mail, { email: address })).body.message;
  expect(await refused()).toEqual([]);
  await using smtp = await SmtpClient.open(app.smtpPort);
  await smtp.say("EHLO app.example");
  await smtp.say("MAIL FROM:<app@staging.example>");
  const near = address.replace("@", "x@");
  for (const name of [near, address.replace("@", "xyz@")]) expect(await smtp.say(`RCPT TO:<${name}>`)).toMatch(/^550/);
  await expect
    .poll(refused)
    .toMatchObject([
      { address: near, outcome: "refused", mail_from: null, reply: expect.stringMatching(/^550 5\.1\.1 /) },
    ]);
  const stranger = await app.member("Administrator");
  expect((await stranger.call(inbox.get_refused_mail, { email: address })).status).toBe(404);
});
