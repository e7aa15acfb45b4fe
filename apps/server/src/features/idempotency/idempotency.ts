import { createHash } from "node:crypto";
import { type Clock, daysBefore } from "../../clock.ts";
import { type CompanyDatabase, type CompanyTransaction, sql } from "../../database/company_database.ts";
import { deleteByLimit } from "../../database/delete_in_batches.ts";
import type { JobContext } from "../../job.ts";
import { Refusal } from "../../refusal.ts";

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
    throw Refusal.unread(`Send one Idempotency-Key, with 1 to ${longestKey} printable ASCII characters.`);
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

/** What is kept of an answer: the names of its records, from which it is made again with the rights of then (threat 60). */
export type Kept = Record<string, unknown>;

/** The status of a held call's row until it is answered, and of all others. */
const running = 0;
const done = 200;
/** A held call that was begun longer ago has died with its process. Milliseconds. */
const longestHeld = 2 * 60_000;

const idOf = ({ api_key, path, idempotencyKey: idempotency_key }: Once) => ({ api_key, path, idempotency_key });

/**
 * What is kept of an answer. Until the transaction ends, nobody else looks for it.
 * @throws Refusal when an earlier request with the key runs still, or had another body
 */
async function keptOf(tx: CompanyTransaction, now: Date, once: Once): Promise<Kept | undefined> {
  const id = idOf(once);
  const [lock] = await sql(tx)<{ free: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify(id)}, 0)) AS free`;
  if (!lock?.free) throw inProgress();
  const row = await tx.idempotentAnswer.findUnique({ where: { api_key_path_idempotency_key: id } });
  if (row === null) return undefined;
  const isRunning = row.status === running;
  const isOld = isRunning
    ? now.getTime() - row.creation.getTime() > longestHeld
    : row.creation <= daysBefore(now, keptDays);
  if (isOld) {
    await tx.idempotentAnswer.deleteMany({ where: id });
    return undefined;
  }
  if (!hashOf(once).equals(row.body_hash)) {
    const text = "This Idempotency-Key was already used for a different request.";
    throw Refusal.invalid(text).as("idempotency_mismatch");
  }
  if (isRunning) throw inProgress();
  // Versions until 0.1.0 kept the whole answer, which may tell what its caller may no longer read.
  if (Object.keys(row.headers as object).length > 0) {
    const text = "An earlier version of Mayfly answered this Idempotency-Key. Use another one.";
    throw Refusal.invalid(text).as("idempotency_mismatch");
  }
  return JSON.parse(row.body);
}

function inProgress() {
  const refusal = Refusal.duplicate("The first request with this Idempotency-Key has no answer yet.");
  return Object.assign(refusal.as("idempotency_in_progress"), { retryAfter: 1 });
}

const hashOf = ({ body }: Once) => createHash("sha256").update(canonical(body)).digest();

const rowOf = (once: Once, creation: Date, kept: Kept | undefined) => ({
  ...{ ...idOf(once), company: once.company, creation, headers: {} },
  body_hash: new Uint8Array(hashOf(once)),
  ...(kept ? { status: done, body: JSON.stringify(kept) } : { status: running, body: "" }),
});

/** A call that is done once, whose answer is made as often as it is asked for. */
interface Work<Output> {
  work(tx: CompanyTransaction): Promise<Output>;
  keep(output: Output): Kept;
  /** @throws Refusal as reading the records does */
  again(tx: CompanyTransaction, kept: Kept): Promise<Output>;
}

/**
 * Does the work of a POST in one transaction. With an Idempotency-Key it is kept in it for a day what the answer is made of
 * (row Q12), so that a repeated request gets the answer again and changes nothing. A refusal has changed nothing, so none is kept.
 * @throws Refusal when an earlier request with the key runs still, or had another body
 */
export async function answerOnce<Output>(
  db: CompanyDatabase,
  clock: Clock,
  once: Once | undefined,
  { work, keep, again }: Work<Output>,
): Promise<{ output: Output; isReplayed: boolean }> {
  return db.$transaction(async (tx) => {
    if (once === undefined) return { output: await work(tx), isReplayed: false };
    const kept = await keptOf(tx, clock(), once);
    if (kept !== undefined) return { output: await again(tx, kept), isReplayed: true };
    const output = await work(tx);
    await tx.idempotentAnswer.create({ data: rowOf(once, clock(), keep(output)) });
    return { output, isReplayed: false };
  });
}

/** The same of a held call, whose answer may say that nothing was changed: then nothing is kept. */
interface HeldWork<Output> {
  work(): Promise<Output>;
  keep(output: Output): Kept | undefined;
  again(kept: Kept): Promise<Output>;
}

/**
 * The same for a call that may take a minute, which no transaction should last: a row says that it is under way.
 * @throws Refusal likewise
 */
export async function answerHeldOnce<Output>(
  db: CompanyDatabase,
  clock: Clock,
  once: Once | undefined,
  { work, keep, again }: HeldWork<Output>,
): Promise<{ output: Output; isReplayed: boolean }> {
  if (once === undefined) return { output: await work(), isReplayed: false };
  const kept = await db.$transaction(async (tx) => {
    const kept = await keptOf(tx, clock(), once);
    if (kept === undefined) await tx.idempotentAnswer.create({ data: rowOf(once, clock(), undefined) });
    return kept;
  });
  if (kept !== undefined) return { output: await again(kept), isReplayed: true };
  const where = { ...idOf(once), status: running };
  try {
    const output = await work();
    const kept = keep(output);
    if (kept) {
      const { status, body, creation } = rowOf(once, clock(), kept);
      await db.idempotentAnswer.updateMany({ where, data: { status, body, creation } });
    } else await db.idempotentAnswer.deleteMany({ where });
    return { output, isReplayed: false };
  } catch (error) {
    await db.idempotentAnswer.deleteMany({ where });
    throw error;
  }
}

/** Days that an answer is kept. */
const keptDays = 1;

export const deleteOldAnswers = ({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">): Promise<void> =>
  deleteByLimit((limit) =>
    rootDb.idempotentAnswer.deleteMany({ where: { creation: { lt: daysBefore(clock(), keptDays) } }, limit }),
  );
