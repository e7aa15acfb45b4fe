import { resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();
const { get } = resources.jobs;

it("tells how far a job is, and nothing of one that is not there (row Z14)", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  const id = crypto.randomUUID();
  const of = { name: id, company: admin.company, member: admin.name, via: "key", input: { run: "ci/1" } } as const;
  const row = { ...of, call: "emails_remove_run", done: 3, total: 7, creation: app.clock.now };
  await app.rootDb.backgroundJob.create({ data: row });
  const { status, body } = await client.call(get, { id });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ...{ id, call: "emails_remove_run", status: "running", done: 3, total: 7, error: null, ended: null },
      creation: app.clock.now.toISOString(),
    },
  });
  expect((await client.call(get, { id: crypto.randomUUID() })).status).toBe(404);
  expect((await client.call(get, { id: "1" })).status).toBe(404);
});
