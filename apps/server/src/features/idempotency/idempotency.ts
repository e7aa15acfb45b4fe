import { createHash } from "node:crypto";
import { type Clock, daysBefore } from "../../clock.ts";
import { type CompanyDatabase, type CompanyTransaction, sql } from "../../database/company_database.ts";
import type { JobContext } from "../../job.ts";
import { Refusal } from "../../refusal.ts";

/** An answer as it is sent. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  contentType: string;
  body: string;
}

/** What an Idempotency-Key holds for: the same key of the API, path and body. */
export interface Once {
  api_key: string;
  company: string;
  /** However it was written. */
  path: string;
  idempotencyKey: string;
  /** The fields, however they were written and in whatever order. */
  body: unknown;
}

/** Characters of an Idempotency-Key. */
const longestKey = 255;

/** The request's Idempotency-Key, if it has one. @throws Refusal when it is none, or there are several */
export function idempotencyKeyOf(values: string[] = []): string | undefined {
  const [key, ...more] = values;
  if (key === undefined) return undefined;
  if (more.length > 0 || !new RegExp(`^[\\x20-\\x7e]{1,${longestKey}}$`).test(key)) {
    throw Refusal.unread(`An Idempotency-Key has 1 to ${longestKey} printable ASCII characters, and is given once.`);
  }
  return key;
}

/** The same text for the same fields, in whatever order they are. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

/** The status of a held call's row until it is answered. */
const running = 0;
/** A held call that was begun longer ago has died with its process. Milliseconds. */
const longestHeld = 2 * 60_000;

const idOf = ({ api_key, path, idempotencyKey: idempotency_key }: Once) => ({ api_key, path, idempotency_key });

/**
 * The answer that is kept. Until the transaction ends, nobody else looks for it.
 * @throws Refusal when an earlier request with the key runs still, or had another body
 */
async function keptAnswer(tx: CompanyTransaction, now: Date, once: Once): Promise<Answer | undefined> {
  const id = idOf(once);
  const [lock] = await sql(tx)<{ free: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify(id)}, 0)) AS free`;
  if (!lock?.free) throw inProgress();
  const kept = await tx.idempotentAnswer.findUnique({ where: { api_key_path_idempotency_key: id } });
  if (kept === null) return undefined;
  const isRunning = kept.status === running;
  const isOld = isRunning
    ? now.getTime() - kept.creation.getTime() > longestHeld
    : kept.creation <= daysBefore(now, keptDays);
  if (isOld) {
    await tx.idempotentAnswer.deleteMany({ where: id });
    return undefined;
  }
  if (!hashOf(once).equals(kept.body_hash)) {
    const text = "An earlier request with this Idempotency-Key had another body.";
    throw Refusal.invalid(text).as("idempotency_mismatch");
  }
  if (isRunning) throw inProgress();
  const { "content-type": contentType = "", ...headers } = kept.headers as Record<string, string>;
  return { status: kept.status, headers, contentType, body: kept.body };
}

function inProgress() {
  const refusal = Refusal.duplicate("The first request with this Idempotency-Key has no answer yet.");
  return Object.assign(refusal.as("idempotency_in_progress"), { retryAfter: 1 });
}

const hashOf = ({ body }: Once) => createHash("sha256").update(canonical(body)).digest();

const rowOf = (once: Once, { status, headers, contentType, body }: Answer, creation: Date) => ({
  ...{ ...idOf(once), company: once.company, status, body, creation },
  body_hash: new Uint8Array(hashOf(once)),
  headers: { ...headers, "content-type": contentType },
});

/**
 * Does the work of a POST in one transaction. With an Idempotency-Key the answer is kept in it for a day (row Q12), so that
 * a repeated request gets the same answer and changes nothing. A refusal has changed nothing, so none is kept.
 * @throws Refusal when an earlier request with the key runs still, or had another body
 */
export async function answerOnce(
  db: CompanyDatabase,
  clock: Clock,
  once: Once | undefined,
  work: (tx: CompanyTransaction) => Promise<Answer>,
): Promise<Answer & { isReplayed: boolean }> {
  return db.$transaction(async (tx) => {
    if (once === undefined) return { ...(await work(tx)), isReplayed: false };
    const kept = await keptAnswer(tx, clock(), once);
    if (kept !== undefined) return { ...kept, isReplayed: true };
    const answer = await work(tx);
    await tx.idempotentAnswer.create({ data: rowOf(once, answer, clock()) });
    return { ...answer, isReplayed: false };
  });
}

/**
 * The same for a call that may take a minute, which no transaction should last: a row says that it is under way. An answer
 * that says that nothing was changed is not kept.
 * @throws Refusal likewise
 */
export async function answerHeldOnce(
  db: CompanyDatabase,
  clock: Clock,
  once: Once | undefined,
  work: () => Promise<Answer & { isKept: boolean }>,
): Promise<Answer & { isReplayed: boolean }> {
  if (once === undefined) {
    const { isKept: _, ...answer } = await work();
    return { ...answer, isReplayed: false };
  }
  const kept = await db.$transaction(async (tx) => {
    const kept = await keptAnswer(tx, clock(), once);
    const begun = { status: running, headers: {}, contentType: "", body: "" };
    if (kept === undefined) await tx.idempotentAnswer.create({ data: rowOf(once, begun, clock()) });
    return kept;
  });
  if (kept !== undefined) return { ...kept, isReplayed: true };
  const where = { ...idOf(once), status: running };
  try {
    const { isKept, ...answer } = await work();
    if (isKept) {
      const { status, body, headers, creation } = rowOf(once, answer, clock());
      await db.idempotentAnswer.updateMany({ where, data: { status, body, headers, creation } });
    } else await db.idempotentAnswer.deleteMany({ where });
    return { ...answer, isReplayed: false };
  } catch (error) {
    await db.idempotentAnswer.deleteMany({ where });
    throw error;
  }
}

/** Days that an answer is kept. */
const keptDays = 1;

/** Rows that one statement deletes. */
const batch = 1_000;

export async function deleteOldAnswers({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">): Promise<void> {
  const where = { creation: { lt: daysBefore(clock(), keptDays) } };
  for (let more = true; more; ) {
    const { count } = await rootDb.idempotentAnswer.deleteMany({ where, limit: batch });
    more = count === batch;
  }
}
