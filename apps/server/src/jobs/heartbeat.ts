import type { WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";

/** A job that nobody has been seen at for this long is nobody's; it goes to others. */
const deadSeconds = 30;
const beatMilliseconds = 10_000;
/** A beat that takes longer has failed, so that the next can go over another connection. */
const beatPatience = 5_000;

/**
 * graphile-worker leaves a dead process's jobs locked for four hours. Each process shows every ten seconds what it is at,
 * by the time of the locks of those jobs and of their queues, and lets go of what nobody shows.
 */
export function startHeartbeat(pool: pg.Pool, events: WorkerEvents, log: Logger): { stop(): void } {
  // Jobs are locked by the pool that took them.
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
    // One that has ended is shown until its end is written down, which a database that is away holds up.
    const locked = new Set(rows.map(({ id }) => id));
    for (const id of over) if (!locked.has(id) && ended.delete(id)) shown.delete(id);

    // After the database has been away, the others get a beat's time to show themselves first.
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
