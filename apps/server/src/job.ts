import { randomInt } from "node:crypto";
import type { Logger } from "pino";
import type { z } from "zod";
import { daysBefore } from "./clock.ts";
import type { CommonContext } from "./context.ts";
import { sql, type Transaction } from "./database/company_database.ts";
import type { Mail } from "./outgoing_mail/template.ts";

/** What a job is given. */
export interface JobContext extends CommonContext {
  log: Logger;
  /** Hands a mail to the outgoing mail server, or puts it in the outbox. */
  sendMail(mail: Mail): Promise<void>;
  /** Tells members of their new notifications over the live channel; takes the names of the rows. */
  announceNotifications(names: string[]): Promise<void>;
  /** Where mail for the postmaster is forwarded to. */
  postmaster: string | undefined;
  /** How long an expired address's mail is kept. Milliseconds. */
  expiredMailGrace: number;
  /** How many days events are kept. */
  auditDays: number;
  /** Aborted when the process stops: long work ends at its next step and goes on elsewhere. */
  stopping: AbortSignal;
}

/** Work that a transaction queues. If `run` throws, it runs again later, with growing pauses, until it returns. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  /** `feature/verb_noun`. */
  name: string;
  /** Names of rows and the like: never a password, code, token or secret (threat 47). */
  payload: Payload;
  run(context: JobContext, payload: z.output<Payload>): Promise<unknown>;
  /** The job waits for a mail server that is not ours. */
  sendsMail?: true;
}

/** Work that runs on a schedule. */
export interface ScheduledJob {
  name: string;
  /** crontab(5), in UTC. */
  cron: string;
  run(context: JobContext): Promise<unknown>;
}

/** Eleven attempts take almost ten hours, with pauses of e to the power of the attempt, in seconds. */
const maxAttempts = 11;

export const job = <Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  run: Job<Payload>["run"],
): Job<Payload> => ({ name, payload, run });

export const mailJob = <Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  run: Job<Payload>["run"],
): Job<Payload> => ({ ...job(name, payload, run), sendsMail: true });

/** Each queue runs one job at a time, so that a slow mail server does not take the places of all other work. */
const mailQueues = ["mail 1", "mail 2"];

/** Queues a job in the transaction: it runs after the commit, and never if there is none (invariant 5). */
export async function enqueue<Payload extends z.ZodType>(
  tx: Transaction,
  { name, sendsMail }: Job<Payload>,
  payload: z.input<Payload>,
): Promise<void> {
  const text = JSON.stringify(payload);
  const queue = sendsMail ? mailQueues[randomInt(mailQueues.length)] : null;
  await sql(tx)`
    SELECT FROM graphile_worker.add_job(${name}, ${text}::json, queue_name := ${queue}, max_attempts := ${maxAttempts}::int)`;
}

/** How many days a job that was given up is kept for the operator to look at. */
const keptDays = 30;

export async function deleteGivenUp({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">): Promise<void> {
  const limit = daysBefore(clock(), keptDays);
  await sql(rootDb)`
    SELECT FROM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs WHERE attempts >= max_attempts AND run_at < ${limit}))`;
}
