import type { WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";

/** A job that nobody has been seen at for this long is nobody's; it goes to others. */
const deadSeconds = 30;
const beatMilliseconds = 10_000;

/**
 * graphile-worker leaves a dead process's jobs locked for four hours. Each process shows every ten seconds what it is at,
 * by the time of the locks of those jobs and of their queues, and lets go of what nobody shows.
 */
export function startHeartbeat(pool: pg.Pool, events: WorkerEvents, log: Logger): { stop(): void } {
  const running = new Set<string>();
  events.on("job:start", ({ job }) => running.add(job.id));
  events.on("job:complete", ({ job }) => running.delete(job.id));

  const beat = async () => {
    await pool.query(
      `WITH job AS (UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE id = ANY($1) RETURNING job_queue_id)
       UPDATE graphile_worker._private_job_queues SET locked_at = now()
       WHERE id IN (SELECT job_queue_id FROM job) AND locked_at IS NOT NULL`,
      [[...running]],
    );
    await pool.query(
      `WITH job AS (
         UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL, run_at = greatest(run_at, now())
         WHERE locked_at < now() - make_interval(secs => $1))
       UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL
       WHERE locked_at < now() - make_interval(secs => $1)`,
      [deadSeconds],
    );
  };
  const attempt = () => void beat().catch((error) => log.warn({ err: error }, "heartbeat of the worker"));
  attempt();
  const timer = setInterval(attempt, beatMilliseconds);
  return { stop: () => clearInterval(timer) };
}
