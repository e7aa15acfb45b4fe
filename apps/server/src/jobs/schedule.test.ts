import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { makeLink } from "../features/reset_user/reset_user.ts";
import { sessionDays, startSession } from "../features/session/session.ts";
import type { JobContext } from "../job.ts";
import { storedMessage } from "../testing/messages.ts";
import { registration } from "../testing/registration.ts";
import { testApp } from "../testing/test_app.ts";
import { schedule } from "./schedule.ts";

it("schedules everything at least once an hour, for a machine that is often off", () => {
  expect(schedule.filter(({ cron }) => !cron.endsWith(" * * * *"))).toEqual([]);
});

it("schedules the deactivation of expired addresses for every minute", () => {
  expect(schedule.find(({ name }) => name === "email/settle_expired")?.cron).toBe("* * * * *");
});

it("handles everything that is due in its scheduled jobs, and leaves the rest", async () => {
  await using app = await testApp();
  const { rootDb, clock } = app;
  const admin = await app.member("Administrator");
  const { company, name: owner } = admin;
  const { confirm_password: _, password: password_hash, ...given } = registration();
  const verified = { company, owner, is_verified: true, verification_token: "x" };
  const told = { company, for_user: owner, type: "Emails", email_content: "", document_type: "", document_name: "" };
  const inAnHour = new Date(clock.now.getTime() + 3_600_000);
  for (const name of ["due", "later"]) {
    const ago = (days: number) =>
      new Date(clock.now.getTime() - days * 86_400_000 + (name === "due" ? -3_600_000 : 3_600_000));
    await app.address(admin, { expiry: ago(0) });
    const ended = await app.address(admin);
    await rootDb.email.update({ where: { email_name: ended }, data: { is_active: false, expired: ago(1) } });
    await storedMessage(app, admin, ended, { subject: name });
    await rootDb.domain.create({ data: { ...verified, domain_name: name, checked: ago(1) } });
    const request = { ...given, full_name: name, password_hash, otp_asked: clock.now };
    await rootDb.signupRequest.create({ data: { ...request, creation: ago(1) } });
    await startSession(rootDb, ago(sessionDays), owner);
    // Made long ago, and good for a day.
    await makeLink(rootDb, owner, ago(1), 1_440);
    const delivery = { company, webhook: name, event: "email.received", next_attempt: clock.now };
    await rootDb.webhookDelivery.create({ data: { ...delivery, creation: ago(7) } });
    await rootDb.notificationLog.create({ data: { ...told, subject: name, creation: ago(90) } });
    const event = { company, via: "system", subject: "", data: {} } as const;
    await rootDb.event.create({ data: { ...event, name: randomUUID(), type: name, creation: ago(365) } });
    await rootDb.$queryRaw`SELECT FROM graphile_worker.add_job(${name}, run_at := ${ago(30)}, max_attempts := 1)`;
  }
  await rootDb.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = 1`;

  const asked: string[] = [];
  const dns = { txt: async () => undefined, mx: async (domain_name: string) => void asked.push(domain_name) };
  const context = {
    ...{ rootDb, dns, mailHost: "", clock: () => clock.now },
    ...{ expiredMailGrace: 86_400_000, auditDays: 365, stopping: new AbortController().signal },
  };
  for (const { run } of schedule) await run(context as unknown as JobContext);

  expect(await rootDb.email.findMany({ where: { is_active: true } })).toMatchObject([{ expiry: inAnHour }]);
  expect(await rootDb.customerInbox.findMany()).toMatchObject([{ subject: "later" }]);
  expect(asked).toEqual(["due"]);
  expect(await rootDb.signupRequest.findMany()).toMatchObject([{ full_name: "later" }]);
  const sessions = await rootDb.session.findMany({ orderBy: { expiry: "asc" } });
  // The other session is the Administrator's own.
  expect(sessions).toMatchObject([{ expiry: inAnHour }, {}]);
  expect(await rootDb.resetToken.findMany()).toMatchObject([{ expiry: inAnHour }]);
  expect(await rootDb.webhookDelivery.findMany()).toMatchObject([{ webhook: "later" }]);
  const events = await rootDb.event.findMany({ orderBy: { creation: "asc" } });
  expect(events.map(({ type }) => type)).toEqual(["later", "email.expired"]);
  const notifications = await rootDb.notificationLog.findMany({ orderBy: { creation: "asc" } });
  expect(notifications).toMatchObject([{ subject: "later" }, { subject: "Email expired" }]);
  expect(await rootDb.$queryRaw`SELECT task_identifier AS name FROM graphile_worker.jobs WHERE attempts > 0`).toEqual([
    { name: "later" },
  ]);
});
