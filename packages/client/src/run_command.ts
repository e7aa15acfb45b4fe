import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { MayflyError, NothingArrived, Refused, UnwantedMail } from "./errors.ts";
import { longestWaitSeconds, type WaitOptions } from "./inbox.ts";
import { Mayfly } from "./mayfly.ts";
import { serveMcp } from "./mcp_proxy.ts";
import type { Message } from "./message.ts";
import { jsonLine, plain, shown, type Terminal } from "./terminal.ts";

/** What the command ends with (row S03). */
const exitCodes = { found: 0, fault: 1, usage: 2, nothing: 3 } as const;

const help = `Disposable addresses and their mail.

  mayfly new  [--prefix NAME] [--domain DOMAIN] [--expires-in SECONDS] [--reason TEXT] [--run LABEL] [--public]
              [--tag TAG]... [--note TEXT]
  mayfly wait ADDRESS [--from TEXT] [--to TEXT] [--subject TEXT] [--contains TEXT] [--has code|link|attachment]
              [--header NAME=TEXT] [--since TIME|ID] [--count COUNT] [--timeout SECONDS]
              [--claim [--lease SECONDS]] [--none] [--code | --link]
  mayfly ack  ID [--claim-id CLAIM]                      keeps a message that was claimed with --lease
  mayfly list [ADDRESS] [--limit COUNT]                  addresses, or the messages of one
  mayfly list [--run LABEL] [--tag TAG] [--limit COUNT]  only such addresses
  mayfly show ID                                         a message
  mayfly raw  ID                                         its bytes
  mayfly end  ADDRESS | --run LABEL                      deactivates it: it accepts no more mail
  mayfly mcp                                             for agents, over standard input and output

  --json       one JSON object per line
  --code       prints only the code; --link: only the link that asks for an action, or else the first one
  --timeout    30 seconds by default, 5 with --none
  --count      waits for this many messages, 1 to 10
  --claim      takes the messages for this caller alone, for good; with --lease, for that long unless ack keeps them
  --version    prints the version

Set MAYFLY_URL to the address of the server, and MAYFLY_KEY to a key from its page API Access.
Exit codes: 0 found or done, 1 error, 2 wrong usage, 3 nothing arrived (with --none: something did).
`;

const options = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  json: { type: "boolean" },
  prefix: { type: "string" },
  domain: { type: "string" },
  "expires-in": { type: "string" },
  reason: { type: "string" },
  run: { type: "string" },
  tag: { type: "string", multiple: true },
  note: { type: "string" },
  public: { type: "boolean" },
  from: { type: "string" },
  to: { type: "string" },
  subject: { type: "string" },
  contains: { type: "string" },
  has: { type: "string" },
  header: { type: "string" },
  count: { type: "string" },
  since: { type: "string" },
  timeout: { type: "string" },
  claim: { type: "boolean" },
  lease: { type: "string" },
  "claim-id": { type: "string" },
  none: { type: "boolean" },
  code: { type: "boolean" },
  link: { type: "boolean" },
  limit: { type: "string" },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>["values"];
type Option = keyof typeof options;

/** What each command takes besides --help. */
const commands: Record<string, { takes: Option[]; least: number; most: number }> = {
  new: {
    takes: ["json", "prefix", "domain", "expires-in", "reason", "run", "tag", "note", "public"],
    least: 0,
    most: 0,
  },
  wait: {
    takes: [
      ...(["from", "to", "subject", "contains", "has", "header", "since", "timeout", "none", "json"] as const),
      ...(["count", "claim", "lease", "code", "link"] as const),
    ],
    least: 1,
    most: 1,
  },
  ack: { takes: ["claim-id"], least: 1, most: 1 },
  list: { takes: ["json", "run", "tag", "limit"], least: 0, most: 1 },
  show: { takes: ["json"], least: 1, most: 1 },
  raw: { takes: [], least: 1, most: 1 },
  end: { takes: ["json", "run"], least: 0, most: 1 },
  mcp: { takes: [], least: 0, most: 0 },
};

class UsageError extends Error {}

/** Runs the command with its arguments. @returns its exit code */
export async function run(args: string[], terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = read(args);
    const [name, ...rest] = positionals;
    if (values.version) {
      terminal.out(`${version()}\n`);
      return exitCodes.found;
    }
    if (name !== undefined && name !== "help" && !Object.hasOwn(commands, name)) {
      throw new UsageError(`Unknown command: ${name}.`);
    }
    if (values.help || name === "help") {
      terminal.out(help);
      return exitCodes.found;
    }
    if (name === undefined) {
      terminal.err(help);
      return exitCodes.usage;
    }
    check(name, rest, values);
    return await perform(name, rest, values, terminal);
  } catch (error) {
    const fault = error as Error;
    terminal.err(`${plain(fault.message)}\n`);
    if (fault instanceof UsageError) {
      terminal.err("Run mayfly --help for the commands and options.\n");
      return exitCodes.usage;
    }
    if (fault instanceof NothingArrived || fault instanceof UnwantedMail) return exitCodes.nothing;
    // What is no error of ours is a bug, whose place is wanted.
    if (!(fault instanceof MayflyError)) terminal.err(`${plain(fault.stack ?? "")}\n`);
    return fault instanceof Refused && fault.status === 422 ? exitCodes.usage : exitCodes.fault;
  }
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // What follows tells how to pass a word that looks like an option, and there is none here.
    throw new UsageError((error as Error).message.replace(/(?<=[^.]\.) .*/s, ""));
  }
}

/** That of the package, whose manifest lies beside the folder of this file. */
const version = (): string =>
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version as string;

function check(name: string, rest: string[], values: Options) {
  const command = commands[name] as (typeof commands)[string];
  for (const option of Object.keys(values) as Option[]) {
    if (!command.takes.includes(option)) throw new UsageError(`${name} does not take --${option}.`);
  }
  if (rest.length > command.most) throw new UsageError(`${name} takes fewer arguments: ${rest.join(" ")}.`);
  const isOfAddress = ["wait", "list", "end"].includes(name);
  const named = name === "new" ? undefined : (["run", "tag"] as const).find((option) => values[option] !== undefined);
  // An empty argument is most often a variable of a shell that is not set.
  const isMissing = rest.length < command.least || (name === "end" && !named && rest.length === 0);
  if (isMissing || rest.some((argument) => argument.trim() === "")) {
    throw new UsageError(`${name} needs ${isOfAddress ? "an address" : "the id of a message"}.`);
  }
  if (named && rest.length > 0) throw new UsageError(`${name} takes an address or --${named}, not both.`);
  if (name === "list" && (values.tag?.length ?? 0) > 1) throw new UsageError("list takes one --tag.");
  if (values.code && values.link) throw new UsageError("wait prints --code or --link, not both.");
  if (values.none && (values.code || values.link || values.claim || values.count !== undefined)) {
    throw new UsageError("--none cannot be combined with --code, --link, --claim or --count.");
  }
  if (values.lease !== undefined && !values.claim) throw new UsageError("--lease needs --claim.");
}

async function perform(name: string, [first = ""]: string[], values: Options, terminal: Terminal): Promise<number> {
  const { out } = terminal;
  const { json = false } = values;
  const mayfly = new Mayfly();
  switch (name) {
    case "new": {
      const { prefix, domain, reason, run, tag: tags, note } = values;
      const inbox = await mayfly.emails.create({
        ...(prefix !== undefined && { prefix }),
        ...(domain !== undefined && { domain }),
        ...(reason !== undefined && { reason }),
        ...(run !== undefined && { run }),
        ...(tags !== undefined && { tags }),
        ...(note !== undefined && { note }),
        ...(values["expires-in"] !== undefined && { expires_in: number("expires-in", values["expires-in"]) }),
        ...(values.public && { visibility: "Public" as const }),
      });
      out(json ? jsonLine(await inbox.get()) : `${inbox.address}\n`);
      break;
    }
    case "wait": {
      const inbox = mayfly.emails.open(first);
      if (values.none) await inbox.waitForNone(waitOptions(values));
      else {
        const count = values.count === undefined ? 1 : number("count", values.count);
        for (const message of await inbox.waitForCount(count, waitOptions(values))) {
          printFound(message, values, out);
          if (values.claim && values.lease === undefined) await message.ack();
        }
      }
      break;
    }
    case "ack": {
      const claim = values["claim-id"];
      const body = claim === undefined ? {} : { claim };
      await mayfly.api.POST("/api/v1/messages/{id}/ack", { params: { path: { id: first } }, body });
      break;
    }
    case "list": {
      const limit = values.limit === undefined ? 20 : number("limit", values.limit, { least: 1 });
      if (first === "") {
        const { run, tag } = values;
        const filter = { ...(run !== undefined && { run }), ...(tag?.[0] !== undefined && { tag: tag[0] }) };
        for (const email of await mayfly.emails.list({ limit, ...filter })) {
          const state = email.is_active ? "" : "  ended";
          out(json ? jsonLine(email) : plain(`${email.unicode_name}${state}  ${email.reason}`).trimEnd().concat("\n"));
        }
      } else {
        for (const { data } of await mayfly.emails.open(first).messages({ limit })) {
          out(
            json ? jsonLine(data) : plain(`${data.id}  ${data.creation}  ${data.sender}  ${data.subject}`).concat("\n"),
          );
        }
      }
      break;
    }
    case "show": {
      const message = await mayfly.messages.get(first);
      out(json ? jsonLine(await message.details()) : shown(message));
      break;
    }
    case "raw": {
      const bytes = await (await mayfly.messages.get(first)).raw();
      // What a mail holds must not control a terminal.
      out(terminal.isTerminal ? plain(Buffer.from(bytes).toString("utf8")) : bytes);
      break;
    }
    case "end": {
      if (values.run === undefined) await mayfly.emails.open(first).end();
      else {
        const deactivated = await mayfly.emails.endRun(values.run);
        out(
          json ? jsonLine({ deactivated }) : `${deactivated} ${deactivated === 1 ? "address" : "addresses"} ended.\n`,
        );
      }
      break;
    }
    default:
      await serveMcp(mayfly.api, terminal);
  }
  return exitCodes.found;
}

function printFound(message: Message, { json, code, link }: Options, out: Terminal["out"]) {
  if (code) out(json ? jsonLine({ code: message.code }) : `${message.code}\n`);
  else if (link) out(json ? jsonLine({ link: message.link() }) : `${plain(message.link())}\n`);
  else out(json ? jsonLine(message.data) : shown(message));
}

function waitOptions({
  from,
  to,
  subject,
  contains,
  header,
  since,
  timeout,
  claim,
  lease,
  code,
  link,
  ...values
}: Options): WaitOptions {
  // Who wants a code does not want the message that came without one.
  const has = values.has ?? (code ? "code" : link ? "link" : undefined);
  if (has !== undefined && has !== "code" && has !== "link" && has !== "attachment") {
    throw new UsageError(`--has must be code, link or attachment, not ${has}.`);
  }
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(subject !== undefined && { subject }),
    ...(contains !== undefined && { contains }),
    ...(has !== undefined && { has }),
    ...(header !== undefined && { header: headerOf(header) }),
    ...(since !== undefined && { since }),
    ...(timeout !== undefined && { timeout: number("timeout", timeout, { most: longestWaitSeconds }) }),
    ...(claim !== undefined && { claim }),
    ...(lease !== undefined && { lease: number("lease", lease) }),
  };
}

function headerOf(text: string): { name: string; value: string } {
  const [, name = "", value = ""] = /^([^=:\s]+)\s*[=:]\s*(.+)$/.exec(text) ?? [];
  if (name === "") throw new UsageError(`--header must be NAME=TEXT, such as X-Mailer=App, not ${text}.`);
  return { name, value };
}

function number(option: string, text: string, { least = 0, most = Number.POSITIVE_INFINITY } = {}): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError(`--${option} must be a number, not ${text}.`);
  const given = Number(text);
  if (given < least) throw new UsageError(`--${option} must be at least ${least}, not ${text}.`);
  if (given > most) throw new UsageError(`--${option} must be at most ${most}, not ${text}.`);
  return given;
}
