import { type Doctype, doctypes, type Filters } from "@mayfly/contracts";
import { expect, it } from "vitest";
import type { MemberContext } from "../context.ts";
import { parseFilters } from "../documents/filters.ts";
import { parseQuery } from "../documents/page_query.ts";
import { isSlowCount, isSlowPage } from "../documents/slow_queries.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { testApp } from "../testing/test_app.ts";
import { documentTypes } from "./document_types.ts";

const caller = (role: "Administrator" | "Member") => ({ member: { role } }) as MemberContext;
const [administrator, member] = [caller("Administrator"), caller("Member")];

it.each<
  [
    who: MemberContext,
    Doctype,
    slow: boolean,
    asked: { filters?: Filters; order_by?: string; start?: number; length?: number },
  ]
>([
  [administrator, "Customer Inbox", false, {}],
  [administrator, "Customer Inbox", false, { start: 1_000_000 }],
  [administrator, "Customer Inbox", false, { length: 100 }],
  [administrator, "Customer Inbox", true, { length: 101 }],
  [administrator, "Customer Inbox", false, { filters: { recipients: "a@b" }, start: 1_000_000 }],
  [administrator, "Customer Inbox", false, { filters: { recipients: "a@b" }, order_by: "modified asc" }],
  [administrator, "Customer Inbox", true, { filters: { recipients: "a@b" }, order_by: "modified asc", start: 20_000 }],
  [administrator, "Customer Inbox", false, { filters: [["modified", ">", "2026-01-01"]] }],
  [administrator, "Customer Inbox", false, { filters: [["creation", ">", "2026-01-01"]] }],
  [administrator, "Customer Inbox", false, { filters: { name: "x" }, order_by: "subject" }],
  [administrator, "Customer Inbox", false, { filters: { name: ["in", ["x", "y"]] }, order_by: "subject" }],
  [administrator, "Customer Inbox", true, { filters: { name: ["!=", "x"] } }],
  [administrator, "Customer Inbox", true, { order_by: "name" }],
  [administrator, "Customer Inbox", true, { order_by: "name, modified" }],
  [administrator, "Customer Inbox", false, { order_by: "creation desc" }],
  [administrator, "Customer Inbox", true, { order_by: "modified desc, subject desc" }],
  [administrator, "Customer Inbox", false, { order_by: "modified desc, name desc, subject" }],
  [administrator, "Customer Inbox", true, { filters: { recipients: ["like", "a@b"] } }],
  [administrator, "Customer Inbox", true, { filters: { recipients: ["in", ["a@b", "c@d"]] } }],
  [administrator, "Customer Inbox", true, { filters: { recipients: "a@b", has_attachment: 1 } }],
  [administrator, "Customer Inbox", true, { filters: { recipients: "a@b" }, order_by: "subject" }],
  [
    administrator,
    "Customer Inbox",
    false,
    { filters: { recipients: "a@b" }, order_by: "recipients asc, modified desc" },
  ],
  [member, "Customer Inbox", false, { filters: { recipients: "a@b" }, start: 1_000_000 }],
  [member, "Customer Inbox", true, {}],
  [member, "Email", false, { order_by: "creation desc" }],
  [member, "Email", false, {}],
  [member, "Email", false, { filters: { owner: "a@b" }, order_by: "creation" }],
  [member, "Email", true, { filters: { owner: "a@b" }, order_by: "modified" }],
  [member, "Email", true, { order_by: "owner, creation" }],
  [member, "Email", false, { filters: { email_name: "a@b" } }],
  [member, "Email", true, { filters: { email_name: ["like", "%a%"] }, order_by: "creation desc" }],
  [member, "Email", true, { filters: { is_active: 1 } }],
  [member, "Email", true, { order_by: "creation desc", start: 20_000 }],
  [member, "Notification Log", false, { order_by: "creation desc" }],
  [member, "Notification Log", false, {}],
  [member, "Notification Log", true, { filters: { read: 0 } }],
])("knows whether an index finds a page: %#", (who, doctype, slow, { start = 0, length = 20, ...asked }) => {
  const type = documentTypes[doctype];
  expect(isSlowPage(who, type, parseQuery(type, { ...asked, start, length })), JSON.stringify(asked)).toBe(slow);
});

it.each<[who: MemberContext, Doctype, slow: boolean, filters: Filters | undefined]>([
  [administrator, "Customer Inbox", false, undefined],
  [member, "Customer Inbox", true, undefined],
  [member, "Customer Inbox", false, { recipients: "a@b" }],
  [administrator, "Customer Inbox", true, { subject: ["like", "%x%"] }],
  [
    administrator,
    "Customer Inbox",
    false,
    [
      ["recipients", "=", "a@b"],
      ["modified", ">=", "2026-01-01"],
    ],
  ],
  [member, "Email", false, undefined],
  [member, "Email", false, { owner: "a@b" }],
  [member, "Email", true, { visibility: "Public" }],
  [member, "Notification Log", false, undefined],
])("knows whether an index counts: %#", (who, doctype, slow, filters) => {
  const type = documentTypes[doctype];
  expect(isSlowCount(who, type, parseFilters(type.fields, filters))).toBe(slow);
});

it("takes for indexes only what the database has", async () => {
  await using app = await testApp();
  const models: Record<Doctype, Prisma.ModelName> = {
    "Customer Inbox": "CustomerInbox",
    Email: "Email",
    "Notification Log": "NotificationLog",
  };
  const held: Record<Doctype, string[]> = { "Customer Inbox": [], Email: [], "Notification Log": ["for_user"] };
  for (const doctype of Object.keys(doctypes) as Doctype[]) {
    const table = models[doctype].replace(/(?<=[a-z])[A-Z]/g, "_$&").toLowerCase();
    const rows = await app.rootDb.$queryRaw<{ columns: string[] }[]>`
      SELECT array_agg(attname::text ORDER BY place) AS columns
      FROM pg_index CROSS JOIN LATERAL unnest(indkey) WITH ORDINALITY AS key (number, place)
      JOIN pg_attribute ON attrelid = indrelid AND attnum = number
      WHERE indrelid = ${table}::regclass AND indisvalid AND indpred IS NULL GROUP BY indexrelid`;
    const there = rows.map(({ columns }) => columns.join());
    for (const columns of documentTypes[doctype].indexes(administrator)) {
      const wanted = ["company", ...held[doctype], ...columns].join();
      expect(
        there.some((index) => index === wanted || index.startsWith(`${wanted},`)),
        wanted,
      ).toBe(true);
    }
  }
});
