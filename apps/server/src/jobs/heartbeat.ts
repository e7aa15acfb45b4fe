import type pg from "pg";
import type { Logger } from "pino";

/** A process that has not shown for this long is dead; its jobs go to others. */
const deadSeconds = 30;
const beatMilliseconds = 10_000;

/**
 * graphile-worker leaves a dead process's jobs locked for four hours. Ours show every ten seconds that they are alive,
 * by the time of their locks, and let go of the locks of those who do not.
 * @param workers the names under which this process locks jobs
 */
export function startHeartbeat(pool: pg.Pool, workers: Set<string>, log: Logger): { stop(): void } {
  const beat = async () => {
    await pool.query("UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE locked_by = ANY($1)", [
      [...workers],
    ]);
    await pool.query(
      `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
       FROM graphile_worker.jobs WHERE locked_at < now() - make_interval(secs => $1) HAVING count(*) > 0`,
      [deadSeconds],
    );
  };
  const attempt = () => void beat().catch((error) => log.warn({ err: error }, "heartbeat of the worker"));
  attempt();
  const timer = setInterval(attempt, beatMilliseconds);
  return { stop: () => clearInterval(timer) };
}
