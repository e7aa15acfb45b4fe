import type { RootDatabase } from "@mayfly/server/database/database";
import { unpack } from "@mayfly/server/features/inbox/packed";
import { type Sent, sha256 } from "./mail_load.ts";
import { type Count, none } from "./proof.ts";

interface Found {
  name: string;
  subject: string;
  recipients: string;
  hash: string | null;
}

/** How many messages' bytes one statement reads. */
const together = 1_000;

async function* stored(rootDb: RootDatabase): AsyncGenerator<Found> {
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    const rows = await rootDb.$queryRaw<(Found & { lz4: Uint8Array | null })[]>`
      SELECT inbox.name::text, subject, recipients, encode(sha256(raw), 'hex') AS hash, lz4
      FROM (SELECT * FROM customer_inbox WHERE name > ${last}::uuid ORDER BY name LIMIT ${together}) AS inbox
      LEFT JOIN message_source ON message_source.name = source ORDER BY inbox.name`;
    for (const { lz4, ...row } of rows) yield { ...row, hash: lz4 ? sha256(unpack(lz4)) : row.hash };
    if (rows.length < together) return;
    last = rows.at(-1)?.name ?? last;
  }
}

/** Compares what senders remember with what is in the database, every byte of it. */
export async function checkMail(rootDb: RootDatabase, sent: Map<string, Sent>): Promise<Count[]> {
  const [orphans] = await rootDb.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM message_source
    WHERE NOT EXISTS (SELECT FROM customer_inbox WHERE source = message_source.name)`;
  const copies = new Map<string, number>();
  let [truncated, strange] = [0, 0];
  for await (const { subject, recipients, hash } of stored(rootDb)) {
    const one = sent.get(subject);
    const key = `${subject} ${recipients}`;
    if (one === undefined || !one.to.includes(recipients)) strange += 1;
    else if (hash !== one.hash) truncated += 1;
    else copies.set(key, (copies.get(key) ?? 0) + 1);
  }
  const counts = { acknowledged: 0, missing: 0, partial: 0, duplicated: 0, untraced: 0 };
  for (const [id, { to, acknowledged, open }] of sent) {
    const found = to.map((address) => copies.get(`${id} ${address}`) ?? 0);
    const [least, most] = [Math.min(...found), Math.max(...found)];
    const expected = acknowledged === undefined ? 0 : 1;
    counts.acknowledged += expected;
    if (least < expected) counts.missing += 1;
    // All addresses of a message must have equally many copies of it, acknowledged or not.
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
    { what: "stored again after an attempt without a 250", value: counts.duplicated },
    none("stored again without such an attempt", counts.untraced),
  ];
}
