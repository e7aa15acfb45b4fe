import type { WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";

/** A process that has not shown itself for this long counts as dead, and its jobs go to other processes. */
const deadSeconds = 30;
const beatMilliseconds = 10_000;
/** A beat that takes longer has failed, so that the next beat can use another connection. */
const beatTimeoutMilliseconds = 5_000;

const show = `
  INSERT INTO worker_pool (name, seen) SELECT name, now() FROM unnest($1::text[]) AS name
  ON CONFLICT (name) DO UPDATE SET seen = excluded.seen`;

// A job that was locked just now may be of a process whose first beat is still to come.
const unlock = `
  WITH dead AS (
    SELECT DISTINCT locked_by FROM graphile_worker.jobs AS job
    WHERE locked_at < now() - make_interval(secs => $1) AND NOT EXISTS (
      SELECT FROM worker_pool WHERE name = job.locked_by AND seen >= now() - make_interval(secs => $1))
  ), forgotten AS (
    DELETE FROM worker_pool WHERE seen < now() - interval '1 day'
  )
  SELECT graphile_worker.force_unlock_workers(array_agg(locked_by))::text FROM dead HAVING count(*) > 0`;

/**
 * graphile-worker leaves a dead process's jobs locked for four hours. So each process shows itself every ten seconds, and
 * unlocks the jobs and queues of those that no longer do.
 */
export function startHeartbeat(pool: pg.Pool, events: WorkerEvents, log: Logger): { stop(): void } {
  // The pool that took a job is the one that locks it.
  const pools: string[] = [];
  let last = Number.NEGATIVE_INFINITY;
  events.on("pool:create", ({ workerPool }) => pools.push(workerPool.id));

  const query = (text: string, ...values: unknown[]) =>
    pool.query({ text, values, query_timeout: beatTimeoutMilliseconds } as pg.QueryConfig);

  const beat = async () => {
    await query(show, pools);
    // After the database has been away, the other processes get the time of one beat to show themselves first.
    const [before, now] = [last, performance.now()];
    last = now;
    if (now - before <= 1.5 * beatMilliseconds) await query(unlock, deadSeconds);
  };
  const attempt = () => void beat().catch((error) => log.warn({ err: error }, "heartbeat of the worker"));
  attempt();
  const timer = setInterval(attempt, beatMilliseconds);
  return { stop: () => clearInterval(timer) };
}
