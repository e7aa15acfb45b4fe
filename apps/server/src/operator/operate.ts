import { Command, CommanderError } from "commander";
import { type Config, readConfig } from "../config.ts";
import type { RootDatabase } from "../database/database.ts";
import { seedDemo, sendSamples } from "../demo/demo.ts";
import { PlanName } from "../generated/prisma/client.ts";
import { StartError } from "../process/start_error.ts";
import { version } from "../process/version.ts";
import { readSecretKey } from "../secret_key.ts";
import { changePlan, linkFor, listCompanies } from "./companies.ts";
import { withDatabase } from "./database.ts";
import { listFailedJobs } from "./jobs.ts";
import { postmaster, send } from "./mail.ts";
import { takeKey } from "./new_key.ts";
import { reindex } from "./reindex.ts";
import { verifyStored } from "./verify.ts";

/**
 * Runs one of the operator's commands.
 * @param argv the command's name, arguments and options
 * @param settings by default those of this process's environment
 * @returns the text to print
 * @throws StartError that says what is wrong with the command or the settings, or why the command failed
 */
export async function operate(argv: string[], settings?: Record<string, string | undefined>): Promise<string> {
  let printed = "";
  const config = () => readConfig(settings);
  const run = (work: (config: Config) => Promise<string>) => async () => {
    printed += await work(config());
  };
  const program = commands(run, (text) => {
    printed += text;
  });
  try {
    await program.parseAsync(argv.length === 0 ? ["--help"] : argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0)
      throw new StartError(`${sentence(error.message)}\n\n${program.helpInformation().trimEnd()}`);
  }
  return printed.trimEnd();
}

const sentence = (message: string) => {
  const text = message.replace(/^error: /, "");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
};

type Run = (work: (config: Config) => Promise<string>) => () => Promise<void>;

function commands(run: Run, writeOut: (text: string) => void): Command {
  const inDatabase = (work: (rootDb: RootDatabase, config: Config) => Promise<string>) =>
    run((config) => withDatabase(config, (rootDb) => work(rootDb, config)));
  // The commands inherit what is set before they are added.
  const program = new Command("npm run mayfly --")
    .usage("<command>")
    .version(version, "--version", "Prints the version")
    .helpOption("-h, --help", "Prints this help")
    .helpCommand(false)
    .addHelpText("after", "\nThe settings are those of the server (DATA_DIR, DATABASE_URL, SMTP_HOST, SMTP_PORT ...).")
    .exitOverride()
    .configureOutput({ writeOut, writeErr: () => undefined });

  program
    .command("companies")
    .description("Lists the companies: email, name, plan, members, addresses")
    .action(inDatabase(listCompanies));
  program
    .command("plan")
    .description(`Puts a company on a plan: ${Object.keys(PlanName).join(", ")}`)
    .argument("<company email>", "the company's email, or a member's")
    .argument("<plan>")
    .option("--expires <YYYY-MM-DD>", "the plan's last day (UTC); without it, the plan does not end")
    .action((email: string, plan: string, { expires }: { expires?: string }) =>
      inDatabase((rootDb) => changePlan(rootDb, email, plan, expires))(),
    );
  program
    .command("link")
    .description(
      "Prints a link for a member who gets no mail to set a new password; it works once and expires in an hour",
    )
    .argument("<login>")
    .action((login: string) => inDatabase((rootDb, config) => linkFor(rootDb, config, login))());
  program
    .command("jobs")
    .description("Lists the jobs that have failed, outgoing mail among them, and why")
    .action(inDatabase(listFailedJobs));
  program
    .command("postmaster")
    .description("Lists, shows or deletes mail for postmaster on the platform's domains that is not forwarded")
    .argument("[show|delete]")
    .argument("[id]")
    .action((what?: string, id?: string) => inDatabase((rootDb) => postmaster(rootDb, what, id))());
  program
    .command("send")
    .description("Delivers a mail over SMTP to the running server")
    .argument("<address>")
    .option("--file <mail.eml>", "the message; without it, a test mail")
    .action((address: string, { file }: { file?: string }) => run((config) => send(config, address, file))());
  program
    .command("new-key")
    .description(
      "Binds the database to the current SECRET_KEY if the previous one is lost: every webhook's signing secret changes",
    )
    .action(inDatabase((rootDb, config) => takeKey(config, rootDb)));
  program
    .command("reindex")
    .description("Has the running server index all mail anew, and waits for it; mail is found meanwhile")
    .action(inDatabase((rootDb) => reindex(rootDb, (line) => void process.stderr.write(`${line}\n`))));
  program
    .command("verify")
    .description("Checks what is stored against itself, and names what does not hold")
    .option("--repair", "mends what can be mended")
    .action(({ repair = false }: { repair?: boolean }) =>
      inDatabase((rootDb) => verifyStored(rootDb, repair, (line) => void process.stderr.write(`${line}\n`)))(),
    );
  program
    .command("demo")
    .description("Creates the demo company if there is none, and sends the sample mails again")
    .action(inDatabase((rootDb, config) => demo(config, rootDb)));
  return program;
}

async function demo(config: Config, rootDb: RootDatabase): Promise<string> {
  const { login, password, address } = await seedDemo(rootDb, {
    secretKey: await readSecretKey(config),
    ...{ defaultDomains: config.DEFAULT_DOMAINS, key: config.DEMO_KEY, hasReceiver: config.DEMO },
  });
  if (address === undefined) throw new StartError("The demo company's address was deleted.");
  try {
    const count = await sendSamples(address, config.SMTP_HOST, config.SMTP_PORT);
    return `${count} mails sent to ${address}.\nLogin ${login}   password ${password}`;
  } catch (error) {
    throw new StartError(`The sample mails were not sent: ${(error as Error).message}`);
  }
}
