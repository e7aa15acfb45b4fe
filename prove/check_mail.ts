import type { World } from "../apps/server/src/database/database.ts";
import type { Sent } from "./mail_load.ts";
import { type Count, none } from "./proof.ts";

interface Found {
  subject: string;
  recipients: string;
  hash: string | null;
  copies: number;
}

/** Compares what senders remember with what is in the database, every byte of it. */
export async function checkMail(world: World, sent: Map<string, Sent>): Promise<Count[]> {
  const rows = await world.$queryRaw<Found[]>`
    SELECT subject, recipients, encode(sha256(raw), 'hex') AS hash, count(*)::int AS copies
    FROM customer_inbox LEFT JOIN message_source ON message_source.name = source
    GROUP BY subject, recipients, hash`;
  const [orphans] = await world.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM message_source
    WHERE NOT EXISTS (SELECT FROM customer_inbox WHERE source = message_source.name)`;
  const copies = new Map<string, number>();
  let [truncated, strange] = [0, 0];
  for (const row of rows) {
    const one = sent.get(row.subject);
    if (one === undefined || !one.to.includes(row.recipients)) strange += row.copies;
    else if (row.hash !== one.hash) truncated += row.copies;
    else copies.set(`${row.subject} ${row.recipients}`, row.copies);
  }
  const counts = { acknowledged: 0, missing: 0, partial: 0, duplicated: 0, untraced: 0 };
  for (const [id, { to, acknowledged, open }] of sent) {
    const found = to.map((address) => copies.get(`${id} ${address}`) ?? 0);
    const [least, most] = [Math.min(...found), Math.max(...found)];
    const expected = acknowledged === undefined ? 0 : 1;
    counts.acknowledged += expected;
    if (least < expected) counts.missing += 1;
    // All addresses of a message have it equally often, acknowledged or not.
    if (least !== most) counts.partial += 1;
    counts.duplicated += Math.max(0, most - 1);
    if (most - expected > open) counts.untraced += 1;
  }
  return [
    { what: "messages acknowledged", value: counts.acknowledged },
    none("acknowledged but missing", counts.missing),
    none("truncated or changed", truncated),
    none("for some of its addresses only", counts.partial),
    none("sources without a message", orphans?.count ?? Number.NaN),
    none("never sent", strange),
    { what: "stored again, when a try got no 250", value: counts.duplicated },
    none("stored again without such a try", counts.untraced),
  ];
}
