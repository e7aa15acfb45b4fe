import { parseCronItems, run, Logger as WorkerLogger } from "graphile-worker";
import pg from "pg";
import type { Logger } from "pino";
import type { JobContext } from "./job.ts";
import { schedule } from "./schedule.ts";

export interface Worker {
  /** Lets running jobs end. */
  stop(): Promise<void>;
}

/** Runs jobs from Postgres; any number of processes may (design section 8). */
export async function startWorker(databaseUrl: string, context: JobContext, log: Logger): Promise<Worker> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  // A connection that breaks is the worker's to replace, and no reason to end the process.
  pgPool.on("error", () => undefined);
  pgPool.on("connect", (client) => client.on("error", () => undefined));
  const runner = await run({
    pgPool,
    concurrency: 4,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message, meta) => {
      if (level === "error") log.error({ meta }, message);
      else log.debug({ meta }, message);
    }),
    taskList: Object.fromEntries(schedule.map((job) => [job.name, async () => void (await job.run(context))])),
    parsedCronItems: parseCronItems(
      schedule.map(({ name, cron }) => ({ task: name, match: cron, identifier: name, options: { backfillPeriod: 0 } })),
    ),
  });
  return {
    async stop() {
      await runner.stop();
      await pgPool.end();
    },
  };
}
