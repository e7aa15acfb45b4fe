import { load, reportview } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { testApp } from "../../testing/test_app.ts";

const doctype = "Customer Inbox";

it("answers a message with its content, and records who has opened it (K46, P86)", async () => {
  await using app = await testApp();
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

it("does not find what the caller may not read (design, invariant 2)", async () => {
  await using app = await testApp();
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
  await using app = await testApp();
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const name = await storedMessage(app, admin, address, { raw: "\0\0\0 no mail at all" });
  const answer = await admin.call(load.getdoc, { doctype, name });
  expect(answer.status).toBe(200);
  expect(typeof answer.body.docs[0].content).toBe("string");
});
