import { setTimeout as pause } from "node:timers/promises";
import type { RootDatabase } from "../database/database.ts";
import { makeAnew, noName, sweepWords, unmadeAfter } from "../features/search/search.ts";
import { StartError } from "../process/start_error.ts";

const askMilliseconds = 1_000;
/** Without progress for so long, no server with the role worker runs. Milliseconds. */
const stalledMilliseconds = 30_000;

/**
 * Has the running server make the words of all mail anew, and tells how far it is (row T03). Mail is found by the old ones until
 * then. Words of mail that is gone are deleted.
 */
export async function reindex(rootDb: RootDatabase, tell: (line: string) => void): Promise<string> {
  await makeAnew(rootDb);
  const all = await rootDb.customerInbox.count();
  let [made, at] = [0, ""];
  let changed = performance.now();
  for (;;) {
    const after = await unmadeAfter(rootDb);
    if (after === undefined) break;
    if (after !== at) {
      // Only what has come since the last look is counted.
      const name = at === "" ? { lte: after } : { gt: at, lte: after };
      made += await rootDb.customerInbox.count({ where: { name } });
      [at, changed] = [after, performance.now()];
      tell(`${made} of ${all} messages are indexed anew.`);
    }
    if (performance.now() - changed > stalledMilliseconds) {
      throw new StartError(
        "No server with the role worker is running to index mail anew: start one. Until then, mail is found as before.",
      );
    }
    await pause(askMilliseconds);
  }
  let swept = 0;
  for (let at: string | undefined = noName; at !== undefined; ) {
    const { deleted, next } = await sweepWords(rootDb, at);
    swept += deleted;
    at = next;
  }
  const indexed = all === 1 ? "1 message is indexed anew." : `${all} messages are indexed anew.`;
  return swept === 0
    ? indexed
    : `${indexed} Words of ${swept} deleted ${swept === 1 ? "message" : "messages"} were removed.`;
}
