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
  path: string;
  idempotencyKey: string;
  body: unknown;
}

/** Characters of an Idempotency-Key. */
const longestKey = 255;

/** The request's Idempotency-Key, if it has one. @throws Refusal when it is none */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = String(header);
  if (text === "" || text.length > longestKey || !/^[\x20-\x7e]+$/.test(text)) {
    throw Refusal.unread(`An Idempotency-Key has 1 to ${longestKey} printable ASCII characters.`);
  }
  return text;
}

/**
 * Does the work of a POST in one transaction. With an Idempotency-Key the answer is kept in it for a day (row Q12), so that
 * a repeated request gets the same answer and changes nothing. A refusal is kept too, but no fault of ours.
 * @throws Refusal when an earlier request with the key runs still, or had another body
 */
export async function answerOnce(
  db: CompanyDatabase,
  clock: Clock,
  once: Once | undefined,
  { work, refused }: { work: (tx: CompanyTransaction) => Promise<Answer>; refused: (refusal: Refusal) => Answer },
): Promise<Answer & { isReplayed: boolean }> {
  if (once === undefined) return { ...(await db.$transaction(work)), isReplayed: false };
  const { api_key, path, idempotencyKey: idempotency_key, company } = once;
  const id = { api_key, path, idempotency_key };
  const body_hash = createHash("sha256")
    .update(JSON.stringify(once.body ?? null))
    .digest();
  const keep = ({ status, headers, contentType, body }: Answer) => ({
    data: {
      ...id,
      ...{ company, status, body, body_hash: new Uint8Array(body_hash), creation: clock() },
      headers: { ...headers, "content-type": contentType },
    },
  });
  try {
    return await db.$transaction(async (tx) => {
      const [lock] = await sql(tx)<{ free: boolean }>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify(id)}, 0)) AS free`;
      if (!lock?.free) {
        const text = "The first request with this Idempotency-Key has no answer yet.";
        throw Refusal.duplicate(text).as("idempotency_in_progress");
      }
      const kept = await tx.idempotentAnswer.findUnique({ where: { api_key_path_idempotency_key: id } });
      if (kept !== null && kept.creation > daysBefore(clock(), keptDays)) {
        if (!body_hash.equals(kept.body_hash)) {
          const text = "An earlier request with this Idempotency-Key had another body.";
          throw Refusal.invalid(text).as("idempotency_mismatch");
        }
        const { "content-type": contentType = "", ...headers } = kept.headers as Record<string, string>;
        return { status: kept.status, headers, contentType, body: kept.body, isReplayed: true };
      }
      await tx.idempotentAnswer.deleteMany({ where: id });
      const answer = await work(tx);
      await tx.idempotentAnswer.create(keep(answer));
      return { ...answer, isReplayed: false };
    });
  } catch (error) {
    // What was refused has changed nothing, so it can be kept afterwards.
    const isOfTheKey = error instanceof Refusal && error.code?.startsWith("idempotency_");
    if (error instanceof Refusal && !error.isFault && !isOfTheKey && error.type !== "TooManyRequests") {
      const { data } = keep(refused(error));
      await db.idempotentAnswer.createMany({ data: [data], skipDuplicates: true });
    }
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
