import { LRUCache } from "lru-cache";
import { type Clock, day } from "../../clock.ts";
import { sql } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { Counter } from "../../limits/counter.ts";
import { type Attempt, keptAttempts, others, platform } from "./record.ts";

/**
 * Names that a company does not have, and of the platform's names that nobody has, of which attempts are kept on one day.
 * One source may have as many of them as it leaves free for others (threat 54): half of them while it is alone, a third
 * beside another one. So there is always room for the next source. Names that the company has are always kept.
 */
const keptNames = 2_000;
/** Names that wait to be written, shared among sources in the same way. The rest of a flood is counted as one. */
const waitingNames = 1_000;
/** How long attempts wait to be written together. Milliseconds. */
const gatherMilliseconds = 500;
/** For how long unknown names of a source are counted together, once it has too many. Milliseconds. */
const togetherMilliseconds = 10_000;
const rememberedSources = 10_000;
const longestText = 320;

interface Waiting {
  company: string;
  address: string;
  /** The network that tried it first. */
  network: string;
  count: number;
  first: Date;
  last: Date;
  latest: (Omit<Attempt, "company" | "address" | "ago"> & { creation: Date })[];
}

export interface AttemptLog {
  /** Takes an attempt to be written soon. Costs nothing that an attacker could want. */
  note(attempt: Attempt): void;
  /** Fulfilled when all that was noted is written, or could not be. */
  close(): Promise<void>;
}

/** Keeps attempts, in batches, off the path of any reply. What cannot be written is lost: it is only told to people. */
export function openAttemptLog(
  { rootDb, clock }: { rootDb: RootDatabase; clock: Clock },
  onFailure: (error: unknown) => void,
): AttemptLog {
  let waiting = new Map<string, Waiting>();
  let namesOf = new Counter();
  /** Sources with too many names of a company. In a flood, to look at each name would cost the most. */
  const crowded = new LRUCache<string, true>({ max: rememberedSources, ttl: togetherMilliseconds });
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function flush() {
    timer = undefined;
    const batch = [...waiting.values()];
    waiting = new Map();
    namesOf = new Counter();
    if (batch.length === 0) return;
    writing = writing
      .then(async () => {
        for (const source of await write(rootDb, clock(), batch)) crowded.set(keyOf(source), true);
      })
      .catch(onFailure);
  }

  return {
    note({ company, address, ago = 0, ...attempt }) {
      const whose = company ?? platform;
      const { network } = attempt;
      const at = new Date(clock().getTime() - ago);
      const nameOf = () => {
        if (attempt.reason === "unknown" && crowded.has(keyOf({ company: whose, network }))) return others;
        const name = cut(address);
        if (waiting.has(`${whose} ${name}`)) return name;
        if (namesOf.count(network) >= waitingNames - namesOf.all) return others;
        namesOf.add(network);
        return name;
      };
      const name = nameOf();
      const key = `${whose} ${name}`;
      const entry = waiting.get(key) ?? {
        ...{ company: whose, address: name, network },
        ...{ count: 0, first: at, last: at, latest: [] },
      };
      waiting.set(key, entry);
      entry.count += 1;
      if (at < entry.first) entry.first = at;
      if (at > entry.last) entry.last = at;
      timer ??= setTimeout(flush, gatherMilliseconds);
      if (name === others) return;
      const { mail_from, helo, reply } = attempt;
      entry.latest.push({ ...attempt, mail_from: cut(mail_from), helo: cut(helo), reply: cut(reply), creation: at });
      if (entry.latest.length > keptAttempts) entry.latest.shift();
    },
    async close() {
      clearTimeout(timer);
      flush();
      await writing;
    },
  };
}

const keyOf = ({ company, network }: { company: string; network: string }) => `${company} ${network}`;

/** Removes what Postgres cannot store. */
const cut = (text: string) => text.slice(0, longestText).replaceAll("\0", "").toWellFormed();

/**
 * Counts attempts, and keeps some of each name. When a name has more than are kept on a day, its sources share them: each
 * has its latest one kept before any has a second (threat 54).
 * @returns the sources whose names were too many
 */
function write(rootDb: RootDatabase, now: Date, batch: Waiting[]): Promise<{ company: string; network: string }[]> {
  const today = day(now);
  return sql(rootDb)<{ company: string; network: string }>`
    WITH given AS MATERIALIZED (
      SELECT given.*, known.address IS NOT NULL AS is_known,
        EXISTS (SELECT FROM email WHERE email_name = given.address AND email.company = given.company) AS is_own
      FROM json_to_recordset(${JSON.stringify(batch)}::json) AS given (
        company uuid, address text, network text, count int, first timestamptz, last timestamptz, latest json)
      LEFT JOIN smtp_attempt_count AS known
        ON known.company = given.company AND known.day = ${today}::date AND known.address = given.address
    ), source AS MATERIALIZED (
      SELECT company, network, count(*) AS names FROM smtp_attempt_count
      WHERE day = ${today}::date AND network <> '' AND company IN (SELECT company FROM given) GROUP BY company, network
    ), fresh AS MATERIALIZED (
      -- Taken in turn from the sources: what a name finds free is what those before it have left.
      SELECT company, address, network,
        place <= ${keptNames}::int + 1 - coalesce(total, 0) - row_number() OVER (PARTITION BY company ORDER BY place, address) AS fits
      FROM (
        SELECT given.company, address, given.network,
          coalesce(names, 0) + row_number() OVER (PARTITION BY given.company, given.network ORDER BY address) AS place
        FROM given LEFT JOIN source ON source.company = given.company AND source.network = given.network
        WHERE NOT is_known AND NOT is_own AND address <> ${others}
      ) AS placed LEFT JOIN (SELECT company, sum(names) AS total FROM source GROUP BY company) AS used USING (company)
    ), named AS MATERIALIZED (
      SELECT given.company, CASE WHEN fits IS false THEN ${others} ELSE given.address END AS address,
        CASE WHEN is_own OR fits IS false OR given.address = ${others} THEN '' ELSE given.network END AS network, count, first, last, latest
      FROM given LEFT JOIN fresh USING (company, address)
    ), counted AS (
      INSERT INTO smtp_attempt_count AS total (company, day, address, network, count, first, last)
      SELECT company, ${today}::date, address, min(network), sum(count), min(first), max(last)
      FROM named GROUP BY company, address ORDER BY company, address
      ON CONFLICT (company, day, address) DO UPDATE SET
        count = total.count + excluded.count, last = greatest(total.last, excluded.last),
        first = least(total.first, excluded.first)
      RETURNING company, address, count
    ), row AS MATERIALIZED (
      SELECT named.company, named.address, one.*,
        (counted.count - row_number() OVER (PARTITION BY named.company, named.address ORDER BY one.creation DESC))::int AS slot
      FROM named JOIN counted USING (company, address)
      CROSS JOIN LATERAL json_to_recordset(named.latest) AS one (
        mail_from text, network text, helo text, tls text, code int, reply text, reason text, creation timestamptz)
      WHERE named.address <> ${others}
    ), shared AS MATERIALIZED (
      SELECT company, address, slot,
        row_number() OVER (PARTITION BY company, address ORDER BY place, creation DESC, slot DESC) AS rank
      FROM (
        SELECT *, row_number() OVER (PARTITION BY company, address, network ORDER BY creation DESC, slot DESC) AS place
        FROM (
          SELECT company, address, slot, network, creation FROM row UNION ALL
          SELECT company, address, slot, network, creation FROM smtp_attempt
          WHERE day = ${today}::date AND (company, address) IN (SELECT company, address FROM row)
        ) AS every
      ) AS placed
    ), dropped AS (
      DELETE FROM smtp_attempt AS old USING shared
      WHERE old.company = shared.company AND old.day = ${today}::date AND old.address = shared.address
        AND old.slot = shared.slot AND rank > ${keptAttempts}::int
    ), kept AS (
      INSERT INTO smtp_attempt (company, day, address, slot, mail_from, network, helo, tls, code, reply, reason, creation)
      SELECT company, ${today}::date, address, slot, mail_from, network, helo, tls, code, reply, reason, creation
      FROM row JOIN shared USING (company, address, slot) WHERE rank <= ${keptAttempts}::int
      -- A process of the version before gives slots out again.
      ON CONFLICT (company, day, address, slot) DO NOTHING
    )
    SELECT DISTINCT company::text, network FROM fresh WHERE NOT fits`;
}
