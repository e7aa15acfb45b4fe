import { median } from "@mayfly/server/testing/median";
import type { PostfixTools } from "./postfix_tools.ts";
import { run } from "./programs.ts";

/** Bytes of each message below its header. */
export const bodyBytes = 10_240;
const loadSeconds = 120;

/** The two ways in which mail comes: from one busy relay, and from many senders. */
export const modes = {
  kept: { title: "40 kept connections", args: ["-d", "-s", "40"] },
  single: { title: "400 sessions, one message a connection", args: ["-s", "400"] },
} as const;
export type Mode = keyof typeof modes;

/** A server under load. */
export interface Target {
  name: string;
  port: number;
  recipient: string;
  /** Messages before anything is measured, in each mode. */
  warmUp: Record<Mode, number>;
  /** Multiplies the messages of a round: a fast target needs more of them for the same time. */
  weight: number;
  /** Messages that it has acknowledged, kept up to date by `load`. */
  acknowledged: number;
  /** Puts the target back to its first state, outside the measured time. */
  reset?(): Promise<void>;
}

/** V8 needs some thirty thousand messages to get up to speed. MailDev, whose messages take longer, needs fewer. */
const mayflyWarmUp = { kept: 32_000, single: 4_000 };

/** Our own server, with fsync on; what it takes is parsed, and on disk before its 250. */
export const mayflyTarget = (name: string, port: number, recipient: string, reset?: Target["reset"]): Target => ({
  ...{ name, port, recipient, warmUp: mayflyWarmUp, weight: 1, acknowledged: 0 },
  ...(reset && { reset }),
});

/** Sends messages with smtp-source, which fails unless each is answered with 250. @returns messages a second */
export async function load(tools: PostfixTools, target: Target, mode: Mode, messages: number): Promise<number> {
  const args = [...modes[mode].args, "-m", `${messages}`, "-l", `${bodyBytes}`];
  const begin = performance.now();
  await run(
    tools.source,
    [...args, "-f", "sender@elsewhere.example", "-t", target.recipient, `127.0.0.1:${target.port}`],
    { env: tools.env, timeout: loadSeconds * 1000 },
  ).catch((error: { stderr?: string; killed?: boolean }) => {
    const reason = error.killed ? `not done in ${loadSeconds} s` : String(error.stderr || error).trim();
    throw new Error(`${target.name}, ${modes[mode].title}: ${reason}`);
  });
  const seconds = (performance.now() - begin) / 1000;
  target.acknowledged += messages;
  return messages / seconds;
}

export async function warmUp(tools: PostfixTools, targets: Target[], wanted: Mode[]): Promise<void> {
  for (const target of targets) {
    for (const mode of wanted) if (target.warmUp[mode] > 0) await load(tools, target, mode, target.warmUp[mode]);
    await target.reset?.();
  }
}

/** Messages a second of every round, by target and mode. */
export type Rates = Map<Target, Record<Mode, number[]>>;

/** Measures in rounds in which all targets take turns, so that other work of the machine affects them alike. */
export async function measure(
  tools: PostfixTools,
  targets: Target[],
  wanted: Mode[],
  { rounds, messages }: { rounds: number; messages: number },
): Promise<Rates> {
  const rates: Rates = new Map(targets.map((target) => [target, { kept: [], single: [] }]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const mode of wanted) {
      for (const target of targets) {
        const rate = await load(tools, target, mode, Math.round(messages * target.weight));
        rates.get(target)?.[mode].push(rate);
        await target.reset?.();
      }
    }
    console.error(`round ${round} of ${rounds} done`);
  }
  return rates;
}

/** Median messages a second. */
export const rateOf = (rates: Rates, target: Target, mode: Mode) => median(rates.get(target)?.[mode] ?? []);
