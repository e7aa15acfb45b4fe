import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { CommonContext } from "../context.ts";
import type { openInbox } from "../features/inbox/inbox.ts";
import type { Throttle } from "../limits/rate_limit.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import type { Outbound } from "../outbound/outbound.ts";

/** What the roles of one process share. */
export interface Shared {
  config: Config;
  databaseUrl: string;
  common: CommonContext;
  throttle: Throttle;
  outbound: Outbound;
  inbox: ReturnType<typeof openInbox>;
  metrics: Metrics;
  log: Logger;
  /** Whether this process can do its work. */
  ready(): Promise<boolean>;
  /** What closes it, in the order in which it was opened: it is closed in reverse. */
  ends: (() => Promise<unknown>)[];
}
