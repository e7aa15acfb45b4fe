import { createAccount, type Mayfly, startMayfly } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { percentile } from "../bench/statistics.ts";
import { checkMail } from "./check_mail.ts";
import { MailLoad } from "./mail_load.ts";
import { type Count, none } from "./proof.ts";

/** What must hold whatever is done to it: an acknowledged message is there, whole. */
export async function run(args: string[]): Promise<Count[]> {
  const { kills, rate } = readOptions(args, { kills: 200, rate: 100 });
  const mayfly = await startMayfly("faults");
  const [one, two] = [await createAccount(mayfly.world, "one"), await createAccount(mayfly.world, "two")];
  const recipients = [[one.address], [two.address], [one.address, two.address]];
  const load = new MailLoad({ ports: [mayfly.smtpPort], recipients, rate, connections: 20 });
  await load.nextAcknowledged();

  const recoveries: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) recoveries.push(await killServer(mayfly, load));
  await load.stop();
  return [
    { what: "kills of the server", value: kills },
    { what: "slowest recovery, ms", value: Math.max(...recoveries), below: 3_000, timed: true },
    { what: "median recovery, ms", value: percentile(recoveries, 0.5) },
    none("answers of 5xx to mail", load.answers.permanent.length),
    ...(await checkMail(mayfly.world, load.sent)),
  ];
}

/** @returns milliseconds until mail is acknowledged again */
async function killServer(mayfly: Mayfly, load: MailLoad): Promise<number> {
  // Somewhere in the middle of what it does.
  for (let messages = Math.ceil(Math.random() * 20); messages > 0; messages -= 1) await load.nextAcknowledged();
  const begin = performance.now();
  process.kill(mayfly.pid, "SIGKILL");
  await Promise.all([mayfly.startAgain(), load.nextAcknowledged()]);
  return performance.now() - begin;
}
