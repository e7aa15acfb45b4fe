import { LRUCache } from "lru-cache";
import type { Clock } from "../../context.ts";
import type { World } from "../../database/database.ts";

/** Names of an address's messages, the newest first. */
export type DeepPage = (company: string, address: string, start: number, length: number) => Promise<string[]>;

/** How far marked messages of an address are apart, counted from the oldest: no page is further from a mark. */
export const stride = 1_000;
const remembered = 2_000;

interface Mark {
  name: string;
  /** As Postgres writes it, because a Date has no microseconds. */
  modified: string;
}

const bottom: Mark = { name: "00000000-0000-0000-0000-000000000000", modified: "-infinity" };

/**
 * Finds pages far down the list of an address. To skip 100,000 rows, Postgres reads all of them. But mail is added and
 * deleted at the top of the list (email/expiry.ts), so a message keeps its place as counted from the oldest.
 */
export function openDeepPages(world: World, clock: Clock): DeepPage {
  const known = new LRUCache<string, Mark[]>({ max: remembered });

  /** How many messages there are, and the marks among them. */
  async function lookUp(company: string, address: string) {
    const key = `${company} ${address}`;
    const marks = known.get(key) ?? [];
    const last = marks.at(-1) ?? bottom;
    // Messages may be committed in another order than that of `modified`, so only those older than an hour are marked.
    const sureUntil = new Date(clock().getTime() - 3_600_000);
    const [found] = await world.$queryRaw<{ above: number; there: boolean; fresh: Mark[] | null }[]>`
      SELECT count(*)::int AS above,
        EXISTS (SELECT FROM customer_inbox WHERE company = ${company}::uuid AND name = ${last.name}::uuid) AS there,
        json_agg(json_build_object('name', name, 'modified', modified::text) ORDER BY no)
          FILTER (WHERE no % ${stride}::int = 0 AND modified < ${sureUntil}) AS fresh
      FROM (
        SELECT name, modified, row_number() OVER (ORDER BY modified, name) AS no FROM customer_inbox
        WHERE company = ${company}::uuid AND recipients = ${address}
          AND (modified, name) > (${last.modified}::timestamptz, ${last.name}::uuid)
      ) AS above`;
    const { above = 0, there = false, fresh } = found ?? {};
    if (marks.length > 0 && !there) {
      // The last message with a mark has been deleted, so all marks are made anew.
      known.delete(key);
      return undefined;
    }
    const all = [...marks, ...(fresh ?? [])];
    known.set(key, all);
    return { total: marks.length * stride + above, marks: all };
  }

  return async (company, address, start, length) => {
    const { total, marks } = (await lookUp(company, address)) ??
      (await lookUp(company, address)) ?? { total: 0, marks: [] };
    // The place of the page's first message, counted from the oldest.
    const place = total - start;
    if (place <= 0) return [];
    const mark = marks[Math.ceil(place / stride) - 1];
    const skipped = mark === undefined ? start : Math.ceil(place / stride) * stride - place;
    const { name, modified } = mark ?? { name: bottom.name, modified: "infinity" };
    const rows = await world.$queryRaw<{ name: string }[]>`
      SELECT name::text FROM customer_inbox
      WHERE company = ${company}::uuid AND recipients = ${address}
        AND (modified, name) <= (${modified}::timestamptz, ${name}::uuid)
      ORDER BY modified DESC, customer_inbox.name DESC OFFSET ${skipped}::int LIMIT ${length}::int`;
    return rows.map((row) => row.name);
  };
}
