import { inbox, live, messageTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();
const { delete_message, get_source } = inbox;

async function stored(visibility: "Public" | "Private" = "Public") {
  const administrator = await app.member("Administrator");
  const owner = await app.member("Member", administrator.company);
  const name = await storedMessage(app, owner, await app.address(owner, { visibility }));
  return { administrator, owner, name };
}

it("deletes a message for good, and tells those who could read it (row Q08)", async () => {
  const { owner, administrator, name } = await stored("Private");
  const sockets = await Promise.all([owner.listen(), administrator.listen()]);
  const told = sockets.map((socket) => new Promise((resolve) => socket.once(live.deletedCustomerInbox, resolve)));
  const { status, body } = await owner.call(delete_message, { name });
  expect([status, body.message]).toEqual([200, { success: true, message: messageTexts.deleted }]);
  expect(await Promise.all(told)).toEqual([{ name }, { name }]);
  for (const socket of sockets) socket.close();
  expect(await app.rootDb.customerInbox.count({ where: { name } })).toBe(0);
  for (const call of [delete_message, get_source]) expect((await owner.call(call as never, { name })).status).toBe(404);
});

it("is for who manages the address: its owner and Administrators", async () => {
  const { administrator, name } = await stored();
  const reader = await app.member("Member", administrator.company);
  const stranger = await app.member("Administrator");
  expect((await reader.call(get_source, { name })).status).toBe(200);
  expect((await reader.call(delete_message, { name })).status).toBe(403);
  expect((await stranger.call(delete_message, { name })).status).toBe(404);
  expect((await administrator.call(delete_message, { name })).status).toBe(200);
});

it("works for a company whose plan has expired, as whatever only deletes does", async () => {
  const { owner, name } = await stored();
  await app.rootDb.subscription.updateMany({ where: { company: owner.company }, data: { expiry_date: new Date(0) } });
  expect((await owner.call(delete_message, { name })).status).toBe(200);
});

it("answers 404 for what is not there, and for what is no name", async () => {
  const { owner } = await stored();
  for (const name of ["nothing", crypto.randomUUID()]) {
    expect((await owner.call(delete_message, { name })).status).toBe(404);
  }
});
