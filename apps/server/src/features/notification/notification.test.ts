import { newNotificationLog, reportview } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { queued } from "../../testing/queue.ts";
import { sharedApp } from "../../testing/test_app.ts";
import { announce, deleteOldNotifications, notify } from "./notification.ts";

const app = sharedApp({ ROLES: "web,worker" });

const notice = {
  topic: "Domains",
  subject: "Domain verified",
  email_content: "example.com is verified.",
  document_type: "Domain",
  document_name: "example.com",
} as const;

it("notifies the owner and active Administrators unless they have switched the topic off (L21, P109, P126)", async () => {
  const admin = await app.member("Administrator");
  const { company } = admin;
  const [quiet, inactive] = [await app.member("Administrator", company), await app.member("Administrator", company)];
  const [owner, colleague] = [await app.member("Member", company), await app.member("Member", company)];
  const foreign = await app.member("Administrator");
  await app.rootDb.notificationPreference.create({ data: { member: quiet.name, topic: "Domains", enabled: false } });
  await app.rootDb.member.update({ where: { name: inactive.name }, data: { is_active: false } });

  await app.rootDb.$transaction((tx) => notify(tx, app.clock.now, [{ ...notice, company, owner: owner.name }]));

  const rows = await app.rootDb.notificationLog.findMany({ where: { company }, orderBy: { for_user: "asc" } });
  expect(rows.map((row) => row.for_user)).toEqual([admin.name, owner.name].sort());
  const { topic, ...told } = notice;
  expect(rows[0]).toMatchObject({ ...told, company, type: topic, read: false });
  const list = async (member: typeof admin, fields: string[]) =>
    (await member.call(reportview.get, { doctype: "Notification Log", fields })).body.message;
  const seen = async (member: typeof admin) => (await list(member, ["subject"])).values;
  expect(await seen(admin)).toEqual([["Domain verified"]]);
  expect(await seen(colleague)).toEqual([]);
  expect(await seen(foreign)).toEqual([]);
  const { keys, values } = await list(admin, ["*"]);
  const row = Object.fromEntries(keys.map((key: string, at: number) => [key, values[0][at]]));
  const now = app.clock.now.toISOString();
  const own = { name: expect.any(String), for_user: admin.name, read: 0, creation: now, modified: now };
  expect(row).toEqual({ ...told, type: topic, ...own });
});

it("announces a notification live to its recipients only, once the transaction is committed", async () => {
  const admin = await app.member("Administrator");
  const colleague = await app.member("Member", admin.company);
  const [socket, others] = [await admin.listen(), await colleague.listen()];
  const wrong: unknown[] = [];
  others.on(newNotificationLog, (event) => wrong.push(event));
  const heard = new Promise((resolve) => socket.once(newNotificationLog, resolve));

  await app.rootDb
    .$transaction(async (tx) => {
      await notify(tx, app.clock.now, [{ ...notice, company: admin.company, subject: "Never" }]);
      throw new Error("undone");
    })
    .catch(() => undefined);
  await app.rootDb.$transaction((tx) => notify(tx, app.clock.now, [{ ...notice, company: admin.company }]));

  const { creation, modified } = await app.rootDb.notificationLog.findFirstOrThrow({
    where: { company: admin.company },
  });
  const { topic: type, ...told } = notice;
  expect(await heard).toEqual({
    ...{ ...told, type, name: expect.any(String), for_user: admin.name, read: 0 },
    ...{ creation: creation.toISOString(), modified: modified.toISOString() },
  });
  expect(wrong).toEqual([]);
  socket.close();
  others.close();
});

it("queues announcements that cover all of 501 notifications, in jobs of at most 500", async () => {
  const { company } = await app.member("Administrator");
  // The worker sees no job before the transaction is committed.
  const { own, jobs } = await app.rootDb.$transaction(async (tx) => {
    await notify(tx, app.clock.now, Array(501).fill({ ...notice, company }));
    const rows = await tx.notificationLog.findMany({ where: { company }, select: { name: true } });
    return { own: new Set(rows.map(({ name }) => name)), jobs: await queued<{ names: string[] }>(tx, announce) };
  });
  expect(jobs.map(({ names }) => names.length)).toEqual([500, 1]);
  expect(new Set(jobs.flatMap(({ names }) => names))).toEqual(own);
});

it("deletes notifications after 90 days", async () => {
  const { company } = await app.member("Administrator");
  const daysAgo = (days: number) => new Date(app.clock.now.getTime() - days * 86_400_000);
  await notify(app.rootDb, daysAgo(91), [{ ...notice, company, subject: "Old" }]);
  await notify(app.rootDb, daysAgo(89), [{ ...notice, company, subject: "Young" }]);
  await deleteOldNotifications({ rootDb: app.rootDb, clock: () => app.clock.now });
  expect((await app.rootDb.notificationLog.findMany({ where: { company } })).map((row) => row.subject)).toEqual([
    "Young",
  ]);
});
