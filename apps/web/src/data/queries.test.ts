import { expect, it } from "vitest";
import { documentsChanged, newQueryClient } from "./queries.ts";

it.each([
  ["Email", ["emails", "email-count", "domains", "stats", "dashboard-status"]],
  ["Webhook", ["webhooks", "webhook-deliveries", "stats", "dashboard-status"]],
  ["Domain", ["domains", "company-domains", "emails", "stats", "dashboard-status"]],
  ["another", ["stats", "dashboard-status"]],
])("a change of a document of type %s invalidates %j", async (type, stale) => {
  const queries = newQueryClient();
  for (const key of [...stale, "profile", "notifications"]) queries.setQueryData([key, 1], {});
  await documentsChanged(queries, type);
  const found = queries.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  expect(found.map(({ queryKey }) => queryKey[0])).toEqual(stale);
});
