import type { WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";

/** A job whose process has not shown itself for this long counts as abandoned and goes to other processes. */
const deadSeconds = 30;
const beatMilliseconds = 10_000;
/** A beat that takes longer has failed, so that the next beat can use another connection. */
const beatPatience = 5_000;

/**
 * graphile-worker leaves a dead process's jobs locked for four hours. So each process renews the lock times of its jobs
 * and of their queues every ten seconds, and unlocks jobs and queues that no process renews.
 */
export function startHeartbeat(pool: pg.Pool, events: WorkerEvents, log: Logger): { stop(): void } {
  // The pool that took a job is the one that locks it.
  const pools: string[] = [];
  const shown = new Set<string>();
  const ended = new Set<string>();
  let last = Number.NEGATIVE_INFINITY;
  events.on("pool:create", ({ workerPool }) => pools.push(workerPool.id));
  events.on("job:start", ({ job }) => {
    shown.add(job.id);
    ended.delete(job.id);
  });
  events.on("job:complete", ({ job }) => ended.add(job.id));

  const query = <Row extends pg.QueryResultRow>(text: string, ...values: unknown[]) =>
    pool.query<Row>({ text, values, query_timeout: beatPatience } as pg.QueryConfig);

  const beat = async () => {
    const over = [...ended];
    const { rows } = await query<{ id: string }>(
      `WITH job AS (
         UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE id = ANY($1) AND locked_by = ANY($2)
         RETURNING id, job_queue_id
       ), queue AS (
         UPDATE graphile_worker._private_job_queues SET locked_at = now()
         WHERE id IN (SELECT job_queue_id FROM job) AND locked_by = ANY($2))
       SELECT id::text FROM job`,
      [...shown],
      pools,
    );
    // A job that has ended is renewed until its end is stored, which a database that is away delays.
    const locked = new Set(rows.map(({ id }) => id));
    for (const id of over) if (!locked.has(id) && ended.delete(id)) shown.delete(id);

    // After the database has been away, the other processes get the time of one beat to show themselves first.
    const [before, now] = [last, performance.now()];
    last = now;
    if (now - before > 1.5 * beatMilliseconds) return;
    await query(
      `WITH job AS (
         UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL, run_at = greatest(run_at, now())
         WHERE locked_at < now() - make_interval(secs => $1))
       UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL
       WHERE locked_at < now() - make_interval(secs => $1)`,
      deadSeconds,
    );
  };
  const attempt = () => void beat().catch((error) => log.warn({ err: error }, "heartbeat of the worker"));
  attempt();
  const timer = setInterval(attempt, beatMilliseconds);
  return { stop: () => clearInterval(timer) };
}
