import { reportview, resources } from "@mayfly/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, apiClient } from "./api_client.ts";
import { matchCases } from "./match_cases.ts";
import { storedMessage } from "./messages.ts";
import { sharedApp, type TestMember } from "./test_app.ts";

const { messages, emails } = resources;

describe("looking for mail (the box of an inbox: apps/web/src/features/inbox/item.test.ts)", () => {
  const app = sharedApp({ ROLES: "web" });
  let owner: TestMember;
  let client: ApiClient;
  beforeAll(async () => {
    owner = await app.member("Administrator");
    client = await apiClient(app, owner);
  });

  it.each(matchCases)("by '$typed' in '$subject' ($about)", async ({ subject, typed, found }) => {
    const id = await app.address(owner);
    const message = await storedMessage(app, owner, id, { subject });
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
    const q = `in:${id} ${typed
      .split(" ")
      .map((word) => `subject:${word}`)
      .join(" ")}`;
    const searched = await client.call(messages.list, { q });
    const waited = await client.call(emails.wait, { id, timeout: 0, match: { subject: typed } });
    const filters = [
      ["recipients", "=", id],
      ["subject", "like", `%${typed}%`],
    ];
    const filtered = await owner.call(reportview.get, { doctype: "Customer Inbox", fields: ["name"], filters });
    // A search that cannot be understood says so, and finds nothing.
    expect([200, 422]).toContain(searched.status);
    const isUnderstood = searched.status === 200;
    expect({
      search: isUnderstood && names(searched.body.data).includes(message),
      wait: waited.body.found,
      filter: filtered.body.message.values.flat().includes(message),
    }).toEqual({ search: found.search, wait: found.wait, filter: found.filter });
  });
});
