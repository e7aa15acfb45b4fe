import type { AttemptResource, RefusedAttempt } from "@mayfly/contracts";
import { type Clock, day, daysBefore } from "../../clock.ts";
import { type CompanyDatabase, sql } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { JobContext } from "../../job.ts";
import { namesNear } from "./near_names.ts";

/** Why mail was not taken. */
export type Reason = NonNullable<AttemptResource["reason"]>;

/** How a client speaks to us. */
export interface Transport {
  network: string;
  /** What it calls itself. */
  helo: string;
  /** The version of TLS; empty: none. */
  tls: string;
  connected: Date;
}

/** A try to send mail to a name of a company's that was refused or put off (row R08). */
export interface Attempt extends Omit<Transport, "connected"> {
  /** Null: a name on the platform's domains that nobody has. */
  company: string | null;
  /** The name as it was given, in lower case; of `unnamed` mail, the client's network. */
  address: string;
  /** The envelope sender; empty for bounces. */
  mail_from: string;
  /** The reply that the client got. */
  code: number;
  reply: string;
  reason: Reason;
}

/** Whose attempts at names that nobody has are, on the platform's domains. */
export const platform = "00000000-0000-0000-0000-000000000000";

/** Whose attempts are that were refused before they named a recipient: they count for their network. */
export const unnamed = "00000000-0000-0000-0000-000000000001";
/** Of such attempts, how many of the latest are looked at for one company. */
const unnamedLookedAt = 1_000;

/** Attempts at one name on one day that are kept, the latest ones. More are only counted. */
export const keptAttempts = 50;
/** Names of a company, and of the platform, of which attempts are kept on one day; names that it has always are. */
const keptNames = 1_000;
/** Names that wait to be written. A flood of others is counted as one. */
const waitingNames = 1_000;
/** How long attempts wait to be written together. Milliseconds. */
const gatherMilliseconds = 500;
/** For how long names that a company does not have are counted together, once it has too many. Milliseconds. */
const togetherMilliseconds = 10_000;
const longestText = 320;
/** Days that attempts are kept. */
export const keptDays = 7;

/** All names that are too many, of a company. */
const others = "";

interface Waiting {
  company: string;
  address: string;
  count: number;
  latest: (Omit<Attempt, "company" | "address"> & { creation: Date })[];
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
  /** Companies with too many names, and until when theirs need not be looked at: in a flood that would cost the most. */
  const crowded = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function flush() {
    timer = undefined;
    const batch = [...waiting.values()];
    waiting = new Map();
    if (batch.length === 0) return;
    writing = writing
      .then(async () => {
        const until = performance.now() + togetherMilliseconds;
        for (const company of await write(rootDb, clock(), batch)) crowded.set(company, until);
      })
      .catch(onFailure);
  }

  const isCrowded = (company: string) => (crowded.get(company) ?? 0) > performance.now();

  return {
    note({ company, address, ...attempt }) {
      const whose = company ?? platform;
      const isTooMany = waiting.size >= waitingNames || (attempt.reason === "unknown" && isCrowded(whose));
      const name = isTooMany ? others : cut(address);
      const key = `${whose} ${name}`;
      const entry = waiting.get(key) ?? { company: whose, address: name, count: 0, latest: [] };
      waiting.set(key, entry);
      entry.count += 1;
      timer ??= setTimeout(flush, gatherMilliseconds);
      if (name === others) return;
      const { mail_from, helo, reply } = attempt;
      const kept = { ...attempt, mail_from: cut(mail_from), helo: cut(helo), reply: cut(reply), creation: clock() };
      entry.latest.push(kept);
      if (entry.latest.length > keptAttempts) entry.latest.shift();
    },
    async close() {
      clearTimeout(timer);
      flush();
      await writing;
    },
  };
}

/** Removes what Postgres cannot store. */
const cut = (text: string) => text.slice(0, longestText).replaceAll("\0", "").toWellFormed();

/**
 * Each name has a ring of rows for a day. A name that its company does not have gets one only while there are few such names;
 * otherwise its attempts are counted together with those of the others.
 * @returns the companies that have too many names
 */
async function write(rootDb: RootDatabase, now: Date, batch: Waiting[]): Promise<string[]> {
  const today = day(now);
  const given = batch.map(({ company, address, count, latest }) => ({ company, address, count, latest }));
  const crowds = await sql(rootDb)<{ company: string }>`
    WITH given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(given)}::json) AS given (
        company uuid, address text, count int, latest json)
    ), crowd AS MATERIALIZED (
      SELECT company, count(*) AS names FROM smtp_attempt_count
      WHERE day = ${today}::date AND company IN (SELECT company FROM given) GROUP BY company
    ), named AS MATERIALIZED (
      SELECT given.company, CASE
          WHEN given.address = ${others} OR coalesce(names, 0) < ${keptNames}
            OR EXISTS (SELECT FROM email WHERE email_name = given.address AND email.company = given.company)
            OR EXISTS (SELECT FROM smtp_attempt_count AS known WHERE known.company = given.company
              AND known.day = ${today}::date AND known.address = given.address)
          THEN given.address ELSE ${others} END AS address, count, latest
      FROM given LEFT JOIN crowd USING (company)
    ), counted AS (
      INSERT INTO smtp_attempt_count AS total (company, day, address, count)
      SELECT company, ${today}::date, address, sum(count) FROM named GROUP BY company, address
      ON CONFLICT (company, day, address) DO UPDATE SET count = total.count + excluded.count
      RETURNING company, address, count
    ), row AS (
      SELECT named.company, named.address, counted.count, one.*,
        row_number() OVER (PARTITION BY named.company, named.address ORDER BY one.creation DESC) AS place
      FROM named JOIN counted USING (company, address)
      CROSS JOIN LATERAL json_to_recordset(named.latest) AS one (
        mail_from text, network text, helo text, tls text, code int, reply text, reason text, creation timestamptz)
      WHERE named.address <> ${others}
    ), kept AS (
    INSERT INTO smtp_attempt (company, day, address, slot, mail_from, network, helo, tls, code, reply, reason, creation)
    SELECT company, ${today}::date, address, (count - place) % ${keptAttempts}::int,
      mail_from, network, helo, tls, code, reply, reason, creation
    FROM row WHERE place <= ${keptAttempts}::int
    ON CONFLICT (company, day, address, slot) DO UPDATE SET
      mail_from = excluded.mail_from, network = excluded.network, helo = excluded.helo, tls = excluded.tls,
      code = excluded.code, reply = excluded.reply, reason = excluded.reason, creation = excluded.creation
    )
    SELECT company::text FROM crowd WHERE names >= ${keptNames}`;
  return crowds.map(({ company }) => company);
}

/**
 * Tries to send mail to an address that failed, and to names like it that nobody has (row R03): first to the address itself,
 * then to names that are near it, then to others on the domain, if it is the company's, then those that named nobody, with
 * an empty address: only a company that is the only one here, or whose verified domain the sender is of, is told of
 * them, since they may have been meant for others. The newest of each come first.
 */
export async function refusedNear(
  db: CompanyDatabase,
  { company, address, since, limit }: { company: string; address: string; since: Date; limit: number },
): Promise<RefusedAttempt[]> {
  const [local = "", domain = ""] = address.split(/@(?=[^@]*$)/);
  const near = [...namesNear(local)].map((name) => `${name}@${domain}`);
  const rows = await sql(db)<
    Pick<Attempt, "address" | "code" | "reply" | "mail_from"> & { creation: Date; nearness: number; isShared: boolean }
  >`
    (
      SELECT 0 AS nearness, address, creation, code, reply, mail_from, false AS "isShared" FROM smtp_attempt
      WHERE company = ${company}::uuid AND address = ${address} AND creation >= ${since}
      ORDER BY creation DESC LIMIT ${limit}
    ) UNION ALL (
      SELECT 1, address, creation, code, reply, mail_from, company = ${platform}::uuid FROM smtp_attempt
      WHERE company IN (${company}::uuid, ${platform}::uuid) AND address = ANY(${near}) AND creation >= ${since}
        AND reason = 'unknown'
      ORDER BY creation DESC LIMIT ${limit}
    ) UNION ALL (
      SELECT 2, address, creation, code, reply, mail_from, false FROM smtp_attempt
      WHERE company = ${company}::uuid AND creation >= ${since} AND reason = 'unknown' AND address <> ALL(${near})
        AND split_part(address, '@', 2) = ${domain}
      ORDER BY creation DESC LIMIT ${limit}
    ) UNION ALL (
      SELECT 3, '', creation, code, reply, mail_from, false FROM (
        SELECT * FROM smtp_attempt WHERE company = ${unnamed}::uuid AND creation >= ${since}
        ORDER BY creation DESC LIMIT ${unnamedLookedAt}
      ) AS one
      WHERE NOT EXISTS (SELECT FROM company WHERE name <> ${company}::uuid)
        OR EXISTS (SELECT FROM domain WHERE domain_name = lower(split_part(mail_from, '@', -1))
          AND domain.company = ${company}::uuid AND is_verified)
      ORDER BY creation DESC LIMIT ${limit}
    ) ORDER BY nearness, creation DESC LIMIT ${limit}`;
  return rows.map(({ address, creation, code, reply, mail_from, isShared }) => ({
    ...{ address, creation: creation.toISOString(), reply },
    outcome: code >= 500 ? ("refused" as const) : ("deferred" as const),
    // A name that is nobody's on a domain of the platform's: the mail may have been meant for another company.
    mail_from: isShared ? null : mail_from,
  }));
}

/** Rows that one statement deletes. */
const batchRows = 1_000;

export async function deleteOldAttempts({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">): Promise<void> {
  const where = { day: { lt: new Date(day(daysBefore(clock(), keptDays))) } };
  for (const table of [rootDb.smtpAttempt, rootDb.smtpAttemptCount]) {
    for (let more = true; more; ) {
      const { count } = await (table as typeof rootDb.smtpAttempt).deleteMany({ where, limit: batchRows });
      more = count === batchRows;
    }
  }
}
