import { EventEmitter } from "node:events";
import { parseCronItems, run, type WorkerEvents, Logger as WorkerLogger } from "graphile-worker";
import pg from "pg";
import type { Logger } from "pino";
import type { JobContext } from "../job.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { jobs } from "./jobs.ts";
import { schedule } from "./schedule.ts";

export interface Worker {
  /** Lets running jobs end. */
  stop(): Promise<void>;
}

/** Runs jobs from Postgres; any number of processes may (design section 8). */
export async function startWorker(
  databaseUrl: string,
  given: Omit<JobContext, "stopping">,
  log: Logger,
): Promise<Worker> {
  const stopping = new AbortController();
  const context: JobContext = { ...given, stopping: stopping.signal };
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 6 });
  // A connection that breaks is the worker's to replace, and no reason to end the process.
  pgPool.on("error", () => undefined);
  pgPool.on("connect", (client) => client.on("error", () => undefined));
  const workers = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:create", ({ worker }) => workers.add(worker.workerId));
  const runner = await run({
    pgPool,
    events,
    concurrency: 8,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message, meta) => {
      if (level === "error") log.error({ meta }, message);
      else log.debug({ meta }, message);
    }),
    taskList: {
      ...Object.fromEntries(schedule.map((job) => [job.name, async () => void (await job.run(context))])),
      ...Object.fromEntries(
        jobs.map((job) => [
          job.name,
          async (given: unknown) => void (await job.run(context, job.payload.parse(given))),
        ]),
      ),
    },
    parsedCronItems: parseCronItems(
      schedule.map(({ name, cron }) => ({
        task: name,
        match: cron,
        identifier: name,
        // One that takes longer than its period does not run beside itself.
        options: { backfillPeriod: 0, queueName: name },
      })),
    ),
  });
  const heartbeat = startHeartbeat(pgPool, workers, log);
  return {
    async stop() {
      heartbeat.stop();
      stopping.abort();
      await runner.stop();
      await pgPool.end();
    },
  };
}
