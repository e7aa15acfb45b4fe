import { live, load, reportview } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

const doctype = "Customer Inbox";

it("answers a message with its content, and records who has opened it (K46, P86)", async () => {
  const admin = await app.member("Administrator");
  const colleague = await app.member("Administrator", admin.company);
  const name = await storedMessage(app, admin, await app.address(admin), {
    raw: 'Subject: x\r\nContent-Type: text/html\r\n\r\n<p onclick="x()">Hi <script>alert(1)</script></p>',
  });
  const seen = async () => (await admin.call(reportview.get, { doctype, fields: ["_seen"] })).body.message.values[0][0];

  const answer = await admin.call(load.getdoc, { doctype, name });
  expect(answer.status).toBe(200);
  expect(answer.body.docs).toHaveLength(1);
  expect(answer.body.docs[0]).toMatchObject({
    doctype,
    name,
    subject: "Hello",
    content: "<p>Hi </p>",
    visibility: "Private",
  });
  expect(await seen()).toBe(JSON.stringify([admin.name]));
  await admin.call(load.getdoc, { doctype, name });
  await colleague.call(load.getdoc, { doctype, name });
  expect(await seen()).toBe(JSON.stringify([admin.name, colleague.name]));
});

it("tells the caller's browsers, and nobody else's, of the first time that a message is opened (P86)", async () => {
  const admin = await app.member("Administrator");
  const colleague = await app.member("Administrator", admin.company);
  const address = await app.address(admin);
  const [first, second] = [await storedMessage(app, admin, address), await storedMessage(app, admin, address)];
  const [own, other] = [await admin.listen(), await colleague.listen()];
  const heard: unknown[] = [];
  own.onAny((...event) => heard.push(["own", ...event]));
  other.onAny((...event) => heard.push(["other", ...event]));
  for (const name of [first, first, second]) await admin.call(load.getdoc, { doctype, name });
  await colleague.call(load.getdoc, { doctype, name: second });
  const told = (who: string, name: string) => [who, live.seenCustomerInbox, { name }];
  const all = [told("other", second), told("own", first), told("own", second)];
  await expect.poll(() => heard.toSorted()).toEqual(all);
  own.disconnect();
  other.disconnect();
});

it("does not find what the caller may not read (invariant 2)", async () => {
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  const stranger = await app.member("Administrator");
  const address = await app.address(admin);
  const name = await storedMessage(app, admin, address);
  for (const caller of [member, stranger]) {
    for (const document of [
      { doctype, name },
      { doctype: "Email", name: address },
    ]) {
      const answer = await caller.call(load.getdoc, document);
      expect(answer.status).toBe(404);
      expect(answer.body.exc_type).toBe("DoesNotExistError");
    }
  }
  for (const none of ["", "x", "00000000-0000-0000-0000-000000000000", "%", "../../etc/passwd"]) {
    expect((await admin.call(load.getdoc, { doctype, name: none })).status, none).toBe(404);
  }
  expect((await admin.call(load.getdoc, { doctype: "Member", name: admin.name })).status).toBe(417);
  expect((await app.guest.call(load.getdoc, { doctype, name })).status).toBe(401);
});

it("answers a message that cannot be parsed (threat 15)", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const name = await storedMessage(app, admin, address, { raw: "\0\0\0 no mail at all" });
  const answer = await admin.call(load.getdoc, { doctype, name });
  expect(answer.status).toBe(200);
  expect(typeof answer.body.docs[0].content).toBe("string");
});
