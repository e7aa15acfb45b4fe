import { resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import type { JobContext } from "../../job.ts";
import { apiClient } from "../../testing/api_client.ts";
import { queued } from "../../testing/queue.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";
import { tickingClock } from "../../testing/ticking_clock.ts";
import { deactivateRest } from "../email/change_email.ts";
import { deleteOldJobs } from "./background_job.ts";

const app = sharedApp();
const { emails, jobs } = resources;

/** More than two transactions deactivate. */
const count = 1_100;

async function addresses({ company, name: owner }: TestMember, run: string) {
  await app.rootDb.email.createMany({
    data: Array.from({ length: count }, (_, at) => ({
      ...{ email_name: `${run}-${at}@mayfly.test`, domain_name: "mayfly.test", company, owner, run },
      creation: app.clock.now,
    })),
  });
}

const active = (run: string) => app.rootDb.email.count({ where: { run, is_active: true } });

/** Ends a run by a call that has no time for all of it. */
async function endLongRun(client: { call: TestMember["call"] }, run: string) {
  using _ = tickingClock(app, 3_000);
  return await client.call(emails.remove_run, { run });
}

const goOn = (job: string, stopping = new AbortController().signal) =>
  deactivateRest.run({ rootDb: app.rootDb, clock: () => app.clock.now, stopping } as JobContext, { job });

it("goes on with what a call had no time for, and counts what is done (row Z14)", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  await addresses(admin, "long");
  const { status, body, headers } = await endLongRun(client, "long");
  expect({ status, body }).toEqual({ status: 202, body: { deactivated: 500, job: expect.any(String) } });
  expect(headers.get("location")).toBe(`/api/v1/jobs/${body.job}`);
  expect(await active("long")).toBe(count - 500);
  // The next run of this name has begun.
  await app.rootDb.email.create({
    data: {
      ...{ email_name: "next@mayfly.test", domain_name: "mayfly.test", company: admin.company, owner: admin.name },
      ...{ run: "long", creation: new Date(app.clock.now.getTime() + 60_000) },
    },
  });
  const read = async (who: { call: TestMember["call"] } = client) => (await who.call(jobs.get, { id: body.job })).body;
  expect(await read()).toMatchObject({
    call: "emails_remove_run",
    status: "running",
    done: 500,
    total: count,
    ended: null,
  });

  // A process that stops leaves the rest to another one.
  await goOn(body.job, AbortSignal.abort());
  expect(await read()).toMatchObject({ status: "running", done: 1_000 });
  expect(await queued(app, deactivateRest)).toEqual([{ job: body.job }, { job: body.job }]);
  await goOn(body.job);
  expect(await read()).toMatchObject({ status: "done", done: count, error: null, ended: expect.any(String) });
  expect(await active("long")).toBe(1);
  // The second of two that were queued finds nothing to do.
  await goOn(body.job);
  expect(await read()).toMatchObject({ status: "done", done: count });
  const deactivations = { company: admin.company, type: "email.deactivated", actor: admin.name };
  expect(await app.rootDb.event.count({ where: deactivations })).toBe(count);

  const colleague = await apiClient(app, await app.member("Member", admin.company));
  expect(await read(colleague)).toMatchObject({ status: 404 });
  const other = await apiClient(app, await app.member("Administrator", admin.company));
  expect(await read(other)).toMatchObject({ status: "done" });
});

it.each([
  [
    "the member is switched off",
    (member: TestMember) => app.rootDb.member.update({ where: { name: member.name }, data: { is_active: false } }),
  ],
  ["the key is revoked", (member: TestMember) => app.rootDb.apiKey.deleteMany({ where: { member: member.name } })],
  [
    "the key may no longer do it",
    (member: TestMember) =>
      app.rootDb.apiKey.updateMany({ where: { member: member.name }, data: { scopes: ["emails:read"] } }),
  ],
  [
    "the key has expired",
    (member: TestMember) =>
      app.rootDb.apiKey.updateMany({ where: { member: member.name }, data: { expiry: new Date(0) } }),
  ],
])("ends when %s meanwhile, and says so", async (what, change) => {
  const run = what.replaceAll(" ", "-");
  const admin = await app.member("Administrator");
  await addresses(admin, run);
  const { body } = await endLongRun(await apiClient(app, admin), run);
  await change(admin);
  await goOn(body.job);
  expect(await active(run)).toBe(count - 500);
  const other = await apiClient(app, await app.member("Administrator", admin.company));
  expect((await other.call(jobs.get, { id: body.job })).body).toMatchObject({
    ...{ status: "failed", done: 500, total: count },
    error: "The member or the key that began it may no longer do this.",
  });
});

it("deactivates only the addresses of a Member, also later", async () => {
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  await addresses(member, "own");
  const others = await app.address(admin);
  await app.rootDb.email.update({ where: { email_name: others }, data: { run: "own" } });
  const { body } = await endLongRun(await apiClient(app, member), "own");
  await goOn(body.job);
  expect(await app.rootDb.email.findMany({ where: { run: "own", is_active: true } })).toMatchObject([
    { email_name: others },
  ]);
});

it("says of a job that is given up that it failed", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  await addresses(admin, "stuck");
  const { body } = await endLongRun(client, "stuck");
  await app.rootDb.backgroundJob.update({
    where: { name: body.job },
    data: { creation: new Date(app.clock.now.getTime() - 86_400_001) },
  });
  expect((await client.call(jobs.get, { id: body.job })).body).toMatchObject({
    ...{ status: "failed", done: 500, error: "It could not be finished within a day." },
  });
});

it("keeps jobs for a week", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  await addresses(admin, "old");
  const { body } = await endLongRun(client, "old");
  const { now } = app.clock;
  await deleteOldJobs({ rootDb: app.rootDb, clock: () => new Date(now.getTime() + 6 * 86_400_000) });
  expect((await client.call(jobs.get, { id: body.job })).status).toBe(200);
  await deleteOldJobs({ rootDb: app.rootDb, clock: () => new Date(now.getTime() + 8 * 86_400_000) });
  expect((await client.call(jobs.get, { id: body.job })).status).toBe(404);
});
