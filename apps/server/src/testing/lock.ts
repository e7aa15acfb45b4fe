import { expect, vi } from "vitest";
import type { RootDatabase } from "../database/database.ts";

/** Waits until `count` connections wait for a lock, such as one that a transaction of the test holds. */
export const lockIsWaitedFor = (rootDb: RootDatabase, count = 1) =>
  vi.waitFor(
    async () => {
      const waiting = await rootDb.$queryRaw`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(waiting).toHaveLength(count);
    },
    { interval: 20 },
  );
