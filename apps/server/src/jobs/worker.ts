import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { parseCronItems, run, type WorkerEvents, Logger as WorkerLogger } from "graphile-worker";
import type { JobContext } from "../job.ts";
import { throttledLog } from "../monitoring/throttled_log.ts";
import { outageOf } from "../wires/failure.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { jobs } from "./jobs.ts";
import { RetryingPool } from "./retrying_pool.ts";
import { schedule } from "./schedule.ts";

export interface Worker {
  /** When the queue was last asked for a job and answered, be it with none. As `performance.now()`. */
  readonly lastClaim: number;
  /** Lets running jobs end, if they do soon; the other jobs go to another process. */
  stop(): Promise<void>;
}

/** A scheduled job has only a few attempts: its next run comes anyway. */
const scheduledAttempts = 3;

export const timetable = parseCronItems(
  schedule.map(({ name, cron }) => ({
    task: name,
    match: cron,
    identifier: name,
    // A job that takes longer than its period does not run twice at once.
    options: { backfillPeriod: 0, queueName: name, maxAttempts: scheduledAttempts },
  })),
);

/** How long jobs may go on while this process stops. Milliseconds. */
const drainMilliseconds = 5_000;

/** Runs jobs from a migrated Postgres; any number of processes may run jobs at once. */
export async function startWorker(databaseUrl: string, given: Omit<JobContext, "stopping">): Promise<Worker> {
  const { log } = given;
  const stopping = new AbortController();
  const context: JobContext = { ...given, stopping: stopping.signal };
  const pgPool = new RetryingPool(databaseUrl, stopping.signal);
  // graphile-worker schedules nothing before the last time that it did, which a wrong clock once left in the future. Its
  // table is private, but there is no other way to read or set that time (graphile/worker#177 asked for one to read it).
  await pgPool.query(
    "UPDATE graphile_worker._private_known_crontabs SET last_execution = now() WHERE last_execution > now()",
  );
  const events: WorkerEvents = new EventEmitter();
  let lastClaim = performance.now();
  const claimed = () => {
    lastClaim = performance.now();
  };
  events.on("worker:getJob:empty", claimed).on("job:start", claimed);
  const tellUnclaimed = throttledLog(log, "no job can be claimed");
  events.on("worker:getJob:error", ({ error }) => tellUnclaimed({ err: error }));
  const heartbeat = startHeartbeat(pgPool, events, log);
  const runner = await run({
    pgPool,
    events,
    concurrency: 8,
    noHandleSignals: true,
    // The message says which job failed and why. The job itself, which comes with it, may hold an address.
    logger: new WorkerLogger(() => (level, message, about) => {
      if (level === "error") log.error({ outage: outageOf(about?.["error"]) }, message);
      else log.debug(message);
    }),
    taskList: {
      ...Object.fromEntries(schedule.map((job) => [job.name, () => attempt(() => job.run(context))])),
      ...Object.fromEntries(
        jobs.map((job) => [job.name, (given: unknown) => attempt(() => job.run(context, job.payload.parse(given)))]),
      ),
    },
    parsedCronItems: timetable,
  });
  return {
    get lastClaim() {
      return lastClaim;
    },
    async stop() {
      heartbeat.stop();
      stopping.abort();
      await Promise.race([runner.stop().then(() => pgPool.end()), wait(drainMilliseconds, undefined, { ref: false })]);
    },
  };
}

/** @throws what the work throws, without the NULs that may come from anywhere: Postgres cannot store them in a text */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message } = error as Error;
    throw message.includes("\0") ? new Error(message.replaceAll("\0", ""), { cause: error }) : error;
  }
}
