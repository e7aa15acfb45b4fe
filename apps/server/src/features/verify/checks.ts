import { tablesWithoutOptions } from "../../database/growing_tables.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { forgetClaims } from "../claim/claim.ts";
import { forgetBodiesOf } from "../delivery/delivery.ts";
import { checkBlocks, deleteUnusedSources, forgetTimelines } from "../inbox/inbox.ts";
import { forgetSearched, unindexedMail } from "../search/search.ts";
import { byKey, type Check, ofGoneMail, withoutMail } from "./check.ts";

const ofMail = Prisma.sql`customer_inbox WHERE source = one.name`;

/** Everything that is checked of what is stored. */
export const checks: Check[] = [
  ofGoneMail("message_claim", forgetClaims),
  ofGoneMail("timeline_entry", forgetTimelines),
  ofGoneMail("message_search", forgetSearched),
  {
    name: "webhook_body_without_mail",
    what: "bodies that are kept for webhooks although their message is gone",
    look: byKey(
      { table: "webhook_delivery", key: "name", columns: ["message", "body IS NOT NULL AS has_body"] },
      Prisma.sql`has_body AND message IS NOT NULL AND ${withoutMail("message")}`,
    ),
    repair: forgetBodiesOf,
  },
  {
    name: "source_without_mail",
    what: "sources that no message was made from",
    look: byKey({ table: "message_source", key: "name" }, Prisma.sql`NOT EXISTS (SELECT FROM ${ofMail})`),
    repair: deleteUnusedSources,
  },
  {
    name: "mail_without_source",
    what: "messages whose source is gone",
    look: byKey(
      { table: "customer_inbox", key: "name", columns: ["source"] },
      Prisma.sql`NOT EXISTS (SELECT FROM message_source WHERE name = one.source)`,
    ),
  },
  {
    name: "mail_without_words",
    what: "messages that a search does not find (npm run mayfly -- reindex)",
    look: byKey({ table: "customer_inbox", key: "name", columns: ["company", "modified"] }, unindexedMail),
  },
  {
    name: "wrong_counts",
    what: "blocks of messages whose count is wrong",
    ...checkBlocks,
  },
  {
    name: "tables_without_autovacuum",
    what: "growing tables without options for autovacuum, which a migration gives them",
    look: async (rootDb) => ({ faults: await tablesWithoutOptions(rootDb), next: undefined }),
  },
];
