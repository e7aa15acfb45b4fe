import type { Logger } from "pino";

/** How long further errors of one kind are only counted. Milliseconds. */
const pauseMilliseconds = 10_000;

/**
 * Logs errors of one kind, of which there may be thousands while the database is away: the first at once, and then one
 * in ten seconds, with the number of those before it that were left out.
 */
export function throttledLog(log: Logger, words: string): (fields: object) => void {
  let next = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return (fields) => {
    if (performance.now() < next) {
      leftOut += 1;
      return;
    }
    log.error({ ...fields, leftOut }, words);
    next = performance.now() + pauseMilliseconds;
    leftOut = 0;
  };
}
