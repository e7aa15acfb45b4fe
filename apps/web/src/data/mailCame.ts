import type { QueryClient } from "@tanstack/react-query";
import { mailSummaryKey } from "./queries.ts";

/** Milliseconds in which mail that comes in a flood is summed up again once. */
const pause = 1_000;
const waiting = new WeakSet<QueryClient>();

/** Fetches again what has come to addresses, after mail has come, or been read or deleted. */
export function mailCame(queries: QueryClient) {
  if (waiting.has(queries)) return;
  waiting.add(queries);
  setTimeout(() => {
    waiting.delete(queries);
    void queries.invalidateQueries({ queryKey: mailSummaryKey });
  }, pause);
}
