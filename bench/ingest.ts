import { createAccount, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { startMailDev, startSink } from "./peers.ts";
import { startPostfix } from "./postfix.ts";
import { findPostfixTools } from "./postfix_tools.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import {
  bodyBytes,
  type Mode,
  mayflyTarget,
  measure,
  modes,
  type Rates,
  rateOf,
  type Target,
  warmUp,
} from "./smtp_load.ts";
import { storedMessages } from "./stored_messages.ts";

const bothModes = Object.keys(modes) as Mode[];

/** @returns whether every message that was acknowledged is in the database */
export async function run(args: string[]): Promise<boolean> {
  // Shorter rounds last less than a second on a quick machine, and what else it does decides their rate.
  const settings = readOptions(args, { rounds: 3, messages: 12_000 });

  const tools = await findPostfixTools();
  const sink = await startSink(tools);
  const server = await startMayfly("ingest");
  const { address } = await createAccount(server.rootDb, "bench");
  const mayfly = mayflyTarget("Mayfly", server.smtpPort, address);
  const mailDev = await startMailDev();
  const postfix = await startPostfix();
  const targets = [sink, mayfly, mailDev, ...(postfix ? [postfix] : [])];

  console.error("warming up");
  await warmUp(tools, targets, bothModes);
  const rates = await measure(tools, targets, bothModes, settings);

  report(rates, { sink, mayfly, mailDev }, postfix !== undefined);
  const stored = await storedMessages(server.rootDb, address);
  const lost = mayfly.acknowledged - stored.messages;
  const complete = lost === 0 && stored.whole === stored.messages && stored.bodies === 1;
  console.log(
    `\nMayfly acknowledged ${mayfly.acknowledged} messages; ${stored.messages} are in the database, ` +
      `${stored.whole} of them with a body of the ${bodyBytes} bytes that were sent: ${complete ? "none lost" : "WRONG"}.`,
  );
  const rows = targets.map((target) => ({ name: target.name, weight: target.weight, rates: rates.get(target) }));
  await saveResult("ingest", { settings, bodyBytes, modes, rows, acknowledged: mayfly.acknowledged, stored });
  return complete;
}

interface Compared {
  sink: Target;
  mayfly: Target;
  mailDev: Target;
}

function report(rates: Rates, { sink, mayfly, mailDev }: Compared, withPostfix: boolean) {
  for (const mode of bothModes) {
    const rows = [...rates.keys()].map((target) => {
      const rate = rateOf(rates, target, mode);
      const all = rates.get(target)?.[mode] ?? [];
      return [
        target.name,
        rate.toFixed(0),
        `${Math.min(...all).toFixed(0)} - ${Math.max(...all).toFixed(0)}`,
        round(rate / rateOf(rates, sink, mode)),
        round(rate / rateOf(rates, mailDev, mode)),
      ];
    });
    if (!withPostfix) rows.push(["Postfix to Maildir", "not installed", "", "", ""]);
    const title = `Mail taken in, ${bodyBytes / 1024} KB a message, ${modes[mode].title}`;
    printTable(title, ["", "median msg/s", "of the rounds", "to smtp-sink", "to MailDev"], rows);
  }
  const ratio = (other: Target, mode: Mode) => rateOf(rates, mayfly, mode) / rateOf(rates, other, mode);
  printGoals([
    { what: "Mayfly to smtp-sink, kept", value: ratio(sink, "kept"), atLeast: 0.4 },
    { what: "Mayfly to smtp-sink, single", value: ratio(sink, "single"), atLeast: 0.4 },
    { what: "Mayfly to MailDev, kept", value: ratio(mailDev, "kept"), atLeast: 4 },
  ]);
}
