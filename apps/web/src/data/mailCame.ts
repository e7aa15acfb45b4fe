import type { MailSummary } from "@mayfly/contracts";
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

/** Says at once that an address, or without one every address, has no unread mail, and asks once more how it is. */
export async function allRead(queries: QueryClient, address: string | undefined) {
  // An answer that is on its way may be older.
  await queries.cancelQueries({ queryKey: mailSummaryKey });
  queries.setQueriesData<MailSummary[]>({ queryKey: mailSummaryKey }, (rows) =>
    rows?.map((row) => (address === undefined || row.email_name === address ? { ...row, unread: 0 } : row)),
  );
  mailCame(queries);
}
