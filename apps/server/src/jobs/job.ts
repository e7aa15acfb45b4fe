import type { Clock } from "../context.ts";
import type { World } from "../database/database.ts";

/** What a job is given. */
export interface JobContext {
  world: World;
  clock: Clock;
}

/** A job that the schedule runs. Throwing makes it run again later, with growing pauses; returning ends it. */
export interface ScheduledJob {
  /** `feature/verb_noun`. */
  name: string;
  /** crontab(5), in UTC. */
  cron: string;
  run(context: JobContext): Promise<unknown>;
}
