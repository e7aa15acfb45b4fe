import { setTimeout as pause } from "node:timers/promises";
import type { RootDatabase } from "../database/database.ts";
import { wordsVersion } from "../features/search/search.ts";
import { StartError } from "../process/start_error.ts";

const askMilliseconds = 1_000;
/** Without progress for so long, no server with the role worker runs. Milliseconds. */
const stalledMilliseconds = 30_000;

/** Drops the search index, and tells how far the running server has made it anew (row T03). */
export async function reindex(rootDb: RootDatabase, tell: (line: string) => void): Promise<string> {
  const begin = new Date();
  await rootDb.$transaction([
    rootDb.$executeRaw`TRUNCATE message_search`,
    // Nobody's turn: a worker that has just indexed may not say how far that went.
    rootDb.$executeRaw`
      UPDATE search_state SET indexed_to = 'epoch', worker = NULL, until = NULL, version = ${wordsVersion}, remade_to = NULL`,
  ]);
  let indexed = 0;
  let changed = performance.now();
  for (;;) {
    const [count, all, state] = await Promise.all([
      rootDb.messageSearch.count(),
      rootDb.customerInbox.count(),
      rootDb.searchState.findFirstOrThrow(),
    ]);
    if (state.indexed_to >= begin) return count === 1 ? "1 message is indexed." : `${count} messages are indexed.`;
    if (count !== indexed) {
      tell(`${count} of ${all} messages are indexed.`);
      [indexed, changed] = [count, performance.now()];
    }
    if (performance.now() - changed > stalledMilliseconds) {
      throw new StartError(
        "The index was dropped, but no server with the role worker is running to rebuild it: start one.",
      );
    }
    await pause(askMilliseconds);
  }
}
