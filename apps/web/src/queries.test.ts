import { expect, it } from "vitest";
import { documentsChanged, newQueryClient } from "./queries.ts";

it.each([
  ["Email", ["emails", "email-count", "domains", "stats", "dashboard-status", "notifications"]],
  ["Webhook", ["webhooks", "webhook-deliveries", "stats", "dashboard-status", "notifications"]],
  ["Domain", ["domains", "company-domains", "emails", "stats", "dashboard-status", "notifications"]],
  ["another", ["stats", "dashboard-status", "notifications"]],
])("a change of a %s makes stale %j", async (type, stale) => {
  const queries = newQueryClient();
  for (const key of [...stale, "profile"]) queries.setQueryData([key, 1], {});
  await documentsChanged(queries, type);
  const found = queries.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  expect(found.map(({ queryKey }) => queryKey[0])).toEqual(stale);
});
