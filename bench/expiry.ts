import { fill } from "./full_database.ts";
import { createAccount, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { findPostfixTools } from "./postfix_tools.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { mayflyTarget, measure, rateOf, warmUp } from "./smtp_load.ts";

/** Mail taken in while the mail of expired addresses is deleted, compared with before. */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { rows: 1_000_000, rounds: 5, messages: 8_000 });
  const server = await startMayfly("expiry");
  const { rootDb } = server;
  await fill(server, settings.rows);
  const { address } = await createAccount(rootDb, "bench");
  const tools = await findPostfixTools();
  const target = (name: string) => mayflyTarget(name, server.smtpPort, address);
  const [before, during] = [target("before"), target("while deleting")];
  await warmUp(tools, [before], ["kept"]);
  const quiet = await measure(tools, [before], ["kept"], settings);

  const expired = { is_active: false, expired: new Date(Date.now() - 7 * 86_400_000) };
  await rootDb.email.updateMany({ where: { NOT: { email_name: address } }, data: expired });
  const left = () => rootDb.customerInbox.count({ where: { NOT: { recipients: address } } });
  await rootDb.$queryRaw`SELECT FROM graphile_worker.add_job('email/delete_expired_mail')`;
  const [begin, count] = [performance.now(), await left()];
  const busy = await measure(tools, [during], ["kept"], settings);
  const remaining = await left();
  const deleted = (count - remaining) / ((performance.now() - begin) / 1000);

  const rates = { before: rateOf(quiet, before, "kept"), during: rateOf(busy, during, "kept") };
  printTable(
    `Mail taken in over 40 kept connections, ${settings.rows} expired messages`,
    ["", "median msg/s", "to before", "deleted a second"],
    [
      ["before", rates.before.toFixed(0), "1.00", ""],
      ["while deleting", rates.during.toFixed(0), round(rates.during / rates.before), deleted.toFixed(0)],
    ],
  );
  if (remaining === 0) console.log("\nAll was deleted before the end: more rows make the figure right.");
  printGoals([{ what: "mail taken in, deleting to before", value: rates.during / rates.before, atLeast: 0.8 }]);
  await saveResult("expiry", { settings, rates, deleted });
  return remaining > 0;
}
