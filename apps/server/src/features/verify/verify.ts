import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../clock.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { JobContext } from "../../job.ts";
import type { Check } from "./check.ts";
import { checks } from "./checks.ts";

/** What a check found. */
export interface Verified {
  name: string;
  what: string;
  /** How many. */
  found: number;
  /** How many of them were mended. */
  repaired: number;
  /** The first of them. */
  examples: string[];
}

/** Faults that are named, of each check. */
const fewExamples = 3;
/** Share of the time that a check of a running installation takes, so that nobody waits for it. */
const share = 0.5;

/**
 * Goes through all that is stored, and counts what does not hold (row Z16). What it finds is kept, for the metrics.
 * @param repair mends what can be mended
 */
export async function verify(
  { rootDb, clock, stopping }: { rootDb: RootDatabase; clock: Clock; stopping?: AbortSignal },
  { repair, tell = () => undefined }: { repair: boolean; tell?: (verified: Verified) => void },
): Promise<Verified[]> {
  const all: Verified[] = [];
  for (const check of checks) {
    const verified = await runCheck(rootDb, check, repair, stopping);
    if (verified === undefined) return all;
    const { name, found, repaired } = verified;
    const row = { found: found - repaired, creation: clock() };
    await rootDb.verification.upsert({ where: { name }, create: { name, ...row }, update: row });
    tell(verified);
    all.push(verified);
  }
  return all;
}

/** @returns nothing when it was stopped before its end */
async function runCheck(rootDb: RootDatabase, check: Check, repair: boolean, stopping?: AbortSignal) {
  const { name, what } = check;
  const verified: Verified = { name, what, found: 0, repaired: 0, examples: [] };
  for (let place: string | undefined = ""; place !== undefined; ) {
    if (stopping?.aborted) return undefined;
    const begin = performance.now();
    const { faults, next }: Awaited<ReturnType<Check["look"]>> = await check.look(rootDb, place);
    verified.found += faults.length;
    verified.examples.push(...faults.slice(0, fewExamples - verified.examples.length));
    if (repair && check.repair && faults.length > 0) {
      await check.repair(rootDb, faults);
      verified.repaired += faults.length;
    }
    place = next;
    if (place !== undefined) await pause((performance.now() - begin) * (1 / share - 1));
  }
  return verified;
}

/** How old the latest checks are before they are made again. Milliseconds. */
const dailyMilliseconds = 23 * 3_600_000;

/** Checks everything once a day: tells of what it finds, and leaves the mending to people. */
export async function verifyDaily(context: Pick<JobContext, "rootDb" | "clock" | "stopping" | "log">): Promise<void> {
  const { rootDb, clock, log } = context;
  const done = await findings(rootDb);
  const isDue = ({ name }: Check) => {
    const last = done.find((one) => one.name === name);
    return last === undefined || clock().getTime() - last.creation.getTime() > dailyMilliseconds;
  };
  if (!checks.some(isDue)) return;
  await verify(context, {
    repair: false,
    tell({ name, what, found, examples }) {
      if (found > 0) log.error({ check: name, found, examples }, `${what}: npm run mayfly -- verify --repair`);
    },
  });
}

/** What was found last, by the job or the command. */
export const findings = (rootDb: RootDatabase) => rootDb.verification.findMany();
