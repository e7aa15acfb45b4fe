import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { outageOf } from "../wires/failure.ts";

/** How long further lines about an outage are only counted. Milliseconds. */
const pauseMilliseconds = 10_000;
/** pino's number of the level "warn". */
const warn = 40;

interface Outage {
  /** When the next line may be written. As `performance.now()`. */
  next: number;
  leftOut: number;
}

/**
 * The log of a process, in lines of JSON. While something is away, whatever the process does fails, many times a second: of each
 * outage one line in ten seconds says what it is (`outage`), the failure that tells so, and how many others were left out
 * (row Z15).
 */
export function openLog(options: LoggerOptions, to: DestinationStream): Logger {
  const known = new Map<string, Outage>();
  const hooks: LoggerOptions["hooks"] = {
    logMethod(given, write, level) {
      const [fields] = given as unknown[];
      const outage = level >= warn ? outageIn(fields) : undefined;
      if (outage === undefined) return write.apply(this, given);
      const { next = 0, leftOut = 0 } = known.get(outage) ?? {};
      const { leftOut: before = 0, ...rest } = fields as { leftOut?: number };
      const now = performance.now();
      if (now < next) return void known.set(outage, { next, leftOut: leftOut + before + 1 });
      known.set(outage, { next: now + pauseMilliseconds, leftOut: 0 });
      write.apply(this, [{ ...rest, outage, leftOut: leftOut + before }, ...given.slice(1)] as typeof given);
    },
  };
  return pino({ ...options, hooks }, to);
}

/** A line names its outage itself, or has the error that tells of it. */
function outageIn(fields: unknown): string | undefined {
  if (typeof fields !== "object" || fields === null) return undefined;
  const { outage, err } = fields as { outage?: string; err?: unknown };
  return outage ?? (err === undefined ? undefined : outageOf(err));
}
