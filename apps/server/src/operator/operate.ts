import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { canonicalAddress, enterprise } from "@mayfly/contracts";
import { pino } from "pino";
import { seed } from "../../../../prisma/seed.ts";
import { day } from "../clock.ts";
import { type Config, readConfig } from "../config.ts";
import { openWorld, type World, withName } from "../database/database.ts";
import { runningEmbeddedUrl, startEmbeddedPostgres } from "../database/embedded_postgres.ts";
import { migrate } from "../database/migrate.ts";
import { seedDemo, sendSamples } from "../demo/demo.ts";
import { sendMail } from "../demo/send_mail.ts";
import { testMail } from "../demo/test_mail.ts";
import { changesOf, happened, operator } from "../features/event/event.ts";
import { deletePostmasterMail, listPostmasterMail, readPostmasterMail } from "../features/postmaster/postmaster.ts";
import { makeLink, resetMinutes } from "../features/reset_user/reset_user.ts";
import { PlanName } from "../generated/prisma/client.ts";
import { readSecretKey, replaceKey } from "../process/secret_key.ts";
import { StartError, tellingLine } from "../process/start_error.ts";
import { version } from "../process/version.ts";

const help = `npm run mayfly -- <command>

  companies                                 Lists the companies: email, name, plan, members, addresses
  plan <company email> <plan> [--expires YYYY-MM-DD]
                                            Puts a company, named by its email or a member's, on ${Object.keys(PlanName).join(", ")};
                                            without --expires the plan does not end, with it that is
                                            its last day (UTC)
  link <login>                              Prints a link with which somebody sets a new password, in place of
                                            the mail; good for an hour and one use
  jobs                                      Lists the work that has failed, outgoing mail among it, and why
  postmaster [show <id> | delete <id>]      Lists the mail that came for postmaster on the platform's domains and is not
                                            forwarded, shows one, or deletes it
  send <address> [--file mail.eml]          Delivers a mail over SMTP to the running server
  new-key                                   Uses the database with the present SECRET_KEY, where the one before is
                                            lost: every webhook's secret changes
  demo                                      Makes the demo company if need be, and sends the sample mails again

With --version, it prints Mayfly's version.
The settings are those of the server (DATA_DIR, DATABASE_URL, SMTP_HOST, SMTP_PORT ...).
`;

interface Command {
  run(config: Config, words: string[], options: Options): Promise<string>;
  /** The most positional arguments that it takes. */
  words: number;
  options?: (keyof Options)[];
}

const commands: Record<string, Command> = {
  companies: { run: (config) => withWorld(config, listCompanies), words: 0 },
  plan: {
    run: (config, words, options) => withWorld(config, (world) => changePlan(world, words, options)),
    words: 2,
    options: ["expires"],
  },
  link: { run: (config, words) => withWorld(config, (world) => linkFor(world, config, words)), words: 1 },
  jobs: { run: (config) => withWorld(config, listFailedJobs), words: 0 },
  postmaster: { run: (config, words) => withWorld(config, (world) => postmaster(world, words)), words: 2 },
  send: { run: send, words: 1, options: ["file"] },
  "new-key": { run: (config) => withWorld(config, (world) => takeKey(config, world)), words: 0 },
  demo: { run: (config) => withWorld(config, (world) => demo(config, world)), words: 0 },
};

interface Options {
  expires?: string | undefined;
  file?: string | undefined;
}

/**
 * Runs one of the operator's commands.
 * @param argv the command's name, arguments and options
 * @param settings by default those of this process's environment
 * @returns the text to print
 * @throws StartError that says what is wrong with the command or the settings, or why the command failed
 */
export async function operate(argv: string[], settings?: Record<string, string | undefined>): Promise<string> {
  const { positionals, values } = parse(argv);
  const { help: wanted, version: isAsked, ...options } = values;
  const [name, ...words] = positionals;
  if (isAsked) return version;
  if (wanted || name === undefined) return help.trimEnd();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new StartError(`There is no command "${name}".\n\n${help.trimEnd()}`);
  const surplus = [
    ...words.slice(command.words),
    ...Object.keys(options).flatMap((one) => (command.options?.some((known) => known === one) ? [] : [`--${one}`])),
  ];
  if (surplus.length > 0) throw new StartError(`${name} takes no ${surplus.join(" ")}.\n\n${help.trimEnd()}`);
  return command.run(readConfig(settings), words, options);
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        expires: { type: "string" },
        file: { type: "string" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${help.trimEnd()}`);
  }
}

/** Works on the database of the running server, or starts the embedded one for as long as it takes. */
async function withWorld<Result>(config: Config, work: (world: World) => Promise<Result>): Promise<Result> {
  const running = config.DATABASE_URL ?? (await runningEmbeddedUrl(config.DATA_DIR));
  if (running === undefined && !existsSync(path.join(config.DATA_DIR, "postgres"))) {
    throw new StartError(`There is no database in "${config.DATA_DIR}": start Mayfly first, or set DATA_DIR.`);
  }
  const log = pino({ level: "silent" });
  const postgres =
    running === undefined
      ? await startEmbeddedPostgres({ folder: config.DATA_DIR, log })
      : { url: running, stop: async () => undefined };
  try {
    await migrate(config.root, postgres.url);
    const world = openWorld(withName(postgres.url, "mayfly operator"), 2);
    try {
      await seed(world);
      return await work(world);
    } finally {
      await world.$disconnect();
    }
  } finally {
    await postgres.stop();
  }
}

async function listCompanies(world: World): Promise<string> {
  const companies = await world.company.findMany({
    orderBy: { creation: "asc" },
    include: { subscription: true, _count: { select: { members: true, emails: true } } },
  });
  const rows = companies.map(({ company_email, company_name, subscription, _count }) => [
    company_email ?? "(no email)",
    company_name,
    `${subscription?.plan ?? "no plan"}${subscription?.expiry_date ? ` until ${day(subscription.expiry_date)}` : ""}`,
    `${_count.members} members`,
    `${_count.emails} addresses`,
  ]);
  if (rows.length === 0) return "There are no companies.";
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const isPlan = (name: string): name is PlanName => Object.hasOwn(PlanName, name);

async function changePlan(world: World, [email, given]: string[], { expires }: Options): Promise<string> {
  if (email === undefined || given === undefined) throw new StartError("plan needs a company's email and a plan.");
  // Also accepts the name that people see: the landing page calls the plan Business "Enterprise" (requirement P08).
  const lower = given.toLowerCase();
  const plan = lower === enterprise.toLowerCase() ? PlanName.business : lower;
  if (!isPlan(plan)) {
    throw new StartError(`There is no plan "${given}"; there are ${Object.keys(PlanName).join(", ")}.`);
  }
  const expiry_date = expires === undefined ? null : new Date(`${expires}T00:00:00Z`);
  if (expiry_date !== null && (Number.isNaN(expiry_date.getTime()) || day(expiry_date) !== expires)) {
    throw new StartError(`--expires is "${expires}", but must be a day such as 2027-01-31.`);
  }
  const { non_expiry } = await world.plan.findUniqueOrThrow({ where: { plan } });
  if (non_expiry && expiry_date !== null) throw new StartError(`The plan ${plan} never ends: it takes no --expires.`);
  const address = canonicalAddress(email);
  // Members' emails come first, since they are verified: a company may enter any email as its own.
  const company =
    (await world.company.findFirst({ where: { members: { some: { name: address } } } })) ??
    (await world.company.findUnique({ where: { company_email: address } }));
  if (company === null) throw new StartError(`There is no company with the email ${email}, and no member of one.`);
  const subscription = { plan, expiry_date };
  await world.$transaction(async (tx) => {
    const before = await tx.subscription.findUnique({ where: { company: company.name } });
    await tx.subscription.upsert({
      where: { company: company.name },
      create: { company: company.name, ...subscription },
      update: subscription,
    });
    const data = { plan, expiry_date: expires ?? null };
    const changes = changesOf(
      { plan: before?.plan, expiry_date: before?.expiry_date ? day(before.expiry_date) : null },
      data,
    );
    const about = { company: company.name, subject: company.name, data, changes };
    await happened(tx, new Date(), operator, [{ type: "plan.changed", ...about }]);
  });
  return `${company.company_name} (${company.name}) is on ${plan}${expiry_date ? ` until ${day(expiry_date)}` : ""}.`;
}

async function linkFor(world: World, { PUBLIC_URL }: Config, [login]: string[]): Promise<string> {
  if (login === undefined) throw new StartError("link needs a login.");
  const name = canonicalAddress(login);
  const member = await world.member.findUnique({ where: { name, is_active: true } });
  if (member === null) throw new StartError(`There is no active account with the login ${login}.`);
  const path = await world.$transaction(async (tx) => {
    const now = new Date();
    const about = { company: member.company, subject: name, data: {} };
    await happened(tx, now, operator, [{ type: "password.link_made", ...about }]);
    return makeLink(tx, name, now, resetMinutes);
  });
  return new URL(path, PUBLIC_URL).href;
}

interface FailedJob {
  task_identifier: string;
  attempts: number;
  max_attempts: number;
  run_at: Date;
  last_error: string;
}

async function listFailedJobs(world: World): Promise<string> {
  const failed = await world.$queryRaw<FailedJob[]>`
    SELECT task_identifier, attempts, max_attempts, run_at, last_error
    FROM graphile_worker.jobs WHERE last_error IS NOT NULL ORDER BY run_at DESC LIMIT 100`;
  if (failed.length === 0) return "No work has failed.";
  return failed
    .map(({ task_identifier, attempts, max_attempts, run_at, last_error }) => {
      const next = attempts < max_attempts ? `again at ${run_at.toISOString()}` : "given up";
      return `${task_identifier}  try ${attempts} of ${max_attempts}, ${next}\n  ${tellingLine(last_error)}`;
    })
    .join("\n");
}

async function postmaster(world: World, [what, id]: string[]): Promise<string> {
  if (what === undefined) return printable(await listPostmasterMail(world));
  if ((what !== "show" && what !== "delete") || id === undefined) {
    throw new StartError("postmaster takes nothing, show and an id, or delete and an id.");
  }
  const found = what === "show" ? await readPostmasterMail(world, id) : await deletePostmasterMail(world, id);
  if (found === undefined) throw new StartError(`There is no mail for the postmaster with the id ${printable(id)}.`);
  return printable(found);
}

/** Text of strangers without the signs that control a terminal or hide other text. */
const printable = (text: string) => text.replaceAll("\r\n", "\n").replace(/(?![\t\n])[\p{Cc}\p{Cf}]/gu, "\ufffd");

async function send({ SMTP_HOST, SMTP_PORT }: Config, [address]: string[], { file }: Options): Promise<string> {
  if (address === undefined) throw new StartError("send needs an address.");
  const raw = file === undefined ? await testMail(address) : await readMail(file);
  try {
    return `Sent to ${address}: ${await sendMail({ host: SMTP_HOST, port: SMTP_PORT, to: address, raw })}`;
  } catch (error) {
    throw new StartError(`Not sent to ${address}: ${(error as Error).message} (SMTP_HOST and SMTP_PORT say where)`);
  }
}

const readMail = (file: string): Promise<Buffer> =>
  readFile(file).catch((error) => {
    throw new StartError(`"${file}" cannot be read (${error.code}).`);
  });

async function takeKey(config: Config, world: World): Promise<string> {
  const isAnother = await replaceKey(world, await readSecretKey(config), async (tx) => {
    const companies = await tx.company.findMany({ select: { name: true } });
    const events = companies.map(({ name }) => ({
      ...({ type: "webhook_secret.replaced", company: name, subject: name, data: {} } as const),
    }));
    await happened(tx, new Date(), operator, events);
  });
  return isAnother
    ? "The database is used with this key from now on. Every webhook's secret is another: who receives them needs the new one."
    : "It is this key that the database has been used with: nothing changes.";
}

async function demo(config: Config, world: World): Promise<string> {
  const { login, password, address } = await seedDemo(world, await readSecretKey(config), config.DEFAULT_DOMAINS);
  if (address === undefined) throw new StartError("The demo company's address was deleted.");
  try {
    const count = await sendSamples(address, config.SMTP_HOST, config.SMTP_PORT);
    return `${count} mails sent to ${address}.\nLogin ${login}   password ${password}`;
  } catch (error) {
    throw new StartError(`The sample mails were not sent: ${(error as Error).message}`);
  }
}
