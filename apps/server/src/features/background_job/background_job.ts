import type { JobResource } from "@mayfly/contracts";
import { v7 as uuid } from "uuid";
import { daysBefore } from "../../clock.ts";
import type { CurrentMember, MemberContext } from "../../context.ts";
import { type CompanyTransaction, companyDatabase } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { deleteInBatches } from "../../database/delete_in_batches.ts";
import type { BackgroundJob } from "../../generated/prisma/client.ts";
import type { JobContext } from "../../job.ts";
import { Refusal } from "../../refusal.ts";
import type { Actor } from "../event/event.ts";

/** Days that a job can be read. */
const keptDays = 7;

/**
 * Writes down that the work of a call goes on (row Z14), in the transaction that enqueues it.
 * @param done what the call has done of `total`
 * @returns the job's id
 */
export async function beginJob(
  tx: CompanyTransaction,
  { member, source, via, key, clock }: MemberContext,
  { call, input, done, total }: { call: JobResource["call"]; input: object; done: number; total: number },
): Promise<string> {
  const now = clock();
  const name = uuid({ msecs: now.getTime() });
  await tx.backgroundJob.create({
    data: {
      ...{ name, company: member.company, member: member.name, via, network: source, api_key: key?.name ?? null },
      ...{ call, input, done, total, creation: now },
    },
  });
  return name;
}

/** A job that has failed again and again is given up before (job.ts). Milliseconds. */
const longestMilliseconds = 86_400_000;

/** @throws Refusal when there is none, or it is another member's and the caller no Administrator */
export async function readJob({ db, member, clock }: MemberContext, id: string): Promise<JobResource> {
  const own = member.role === "Administrator" ? {} : { member: member.name };
  const row = await db.backgroundJob.findFirst({ where: { name: id, ...own } });
  if (row === null) throw Refusal.notFound();
  const { name, call, done, total, creation, ended } = row;
  const isGivenUp = ended === null && clock().getTime() - creation.getTime() > longestMilliseconds;
  const error = isGivenUp ? "It could not be finished within a day." : row.error;
  return {
    ...{ id: name, call: call as JobResource["call"], done, total, error },
    status: error !== null ? "failed" : ended === null ? "running" : "done",
    ...{ creation: creation.toISOString(), ended: ended?.toISOString() ?? null },
  };
}

/** Who a job works for, with the rights of now. */
export interface Worker {
  member: CurrentMember;
  actor: Actor;
}

/**
 * Does the next part of a job and counts it, in one transaction.
 * @param scope what a key that began it must still be good for
 * @param work does some of it. @returns how many records, and whether there may be more
 * @returns whether there may be more
 */
export async function continueJob(
  { rootDb, clock }: Pick<JobContext, "rootDb" | "clock">,
  id: string,
  scope: string,
  work: (tx: CompanyTransaction, worker: Worker, input: unknown) => Promise<{ done: number; isMore: boolean }>,
): Promise<boolean> {
  const row = await rootDb.backgroundJob.findUnique({ where: { name: id } });
  if (row === null || row.ended !== null) return false;
  const end = (error: string | null) => ({ ended: clock(), error });
  const worker = await workerOf(rootDb, row, clock(), scope);
  if (worker === undefined) {
    const error = "The member or the key that began it may no longer do this.";
    await rootDb.backgroundJob.update({ where: { name: id }, data: end(error) });
    return false;
  }
  return companyDatabase(rootDb, row.company).$transaction(async (tx) => {
    const { done, isMore } = await work(tx, worker, row.input);
    const data = { done: { increment: done }, ...(!isMore && end(null)) };
    await tx.backgroundJob.update({ where: { name: id }, data });
    return isMore;
  });
}

async function workerOf(
  rootDb: RootDatabase,
  row: BackgroundJob,
  now: Date,
  scope: string,
): Promise<Worker | undefined> {
  const member = await rootDb.member.findFirst({ where: { name: row.member, company: row.company, is_active: true } });
  if (member === null) return undefined;
  const { via, network, api_key } = row;
  if (api_key !== null) {
    const key = await rootDb.apiKey.findUnique({ where: { name: api_key } });
    const works = key?.member === row.member && key.scopes.includes(scope) && (key.expiry === null || key.expiry > now);
    if (!works) return undefined;
  }
  // A job has no factor of limits: what it tells of many is told once.
  const { name, full_name } = member;
  return { member, actor: { name, full_name, via, network, api_key: api_key ?? undefined } };
}

export const deleteOldJobs = ({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">): Promise<void> =>
  deleteInBatches(
    (take) =>
      rootDb.backgroundJob.findMany({
        where: { creation: { lt: daysBefore(clock(), keptDays) } },
        ...{ select: { name: true }, orderBy: { creation: "asc" }, take },
      }),
    (names) => rootDb.backgroundJob.deleteMany({ where: { name: { in: names } } }),
  );
