import { email } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();
const at = (seconds: number) => new Date(app.clock.now.getTime() + seconds * 1_000);

it("sums up the mail of the addresses that the caller may read (rows Y04, Y05)", async () => {
  const owner = await app.member("Administrator");
  const colleague = await app.member("Member", owner.company);
  const stranger = await app.member("Administrator");
  const [busy, quiet] = [await app.address(owner, { visibility: "Public" }), await app.address(owner)];
  const names: string[] = [];
  for (const [no, sender] of ["Acme <a@acme.example>", "Shop <s@shop.example>"].entries()) {
    names.push(await storedMessage(app, owner, busy, { sender, creation: at(no) }));
  }
  await app.rootDb.customerInbox.update({ where: { name: names[0] ?? "" }, data: { seen: [owner.name] } });
  const ask = async (who = owner) => {
    const { body } = await who.call(email.get_mail_summary, { emails: [busy, quiet, "nobody@mayfly.test"] });
    return body.message;
  };
  const last = { creation: at(1).toISOString(), sender: "Shop <s@shop.example>" };
  expect(await ask()).toEqual([
    { email_name: busy, unread: 1, last },
    { email_name: quiet, unread: 0, last: null },
  ]);
  expect(await ask(colleague)).toEqual([{ email_name: busy, unread: 2, last }]);
  expect(await ask(stranger)).toEqual([]);
  const many = Array.from({ length: 101 }, (_, no) => `a${no}@mayfly.test`);
  expect((await owner.call(email.get_mail_summary, { emails: many })).status).toBe(417);
});

it("counts the unread of the newest hundred messages", async () => {
  const owner = await app.member("Administrator");
  const address = await app.address(owner);
  for (let no = 0; no < 103; no += 1) await storedMessage(app, owner, address, { creation: at(no) });
  const { body } = await owner.call(email.get_mail_summary, { emails: [address] });
  expect(body.message).toMatchObject([{ email_name: address, unread: 100 }]);
});
