import { appendFile, cp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { inboxPage, reportview, session } from "@mayfly/contracts";
import { freePort } from "@mayfly/server/process/free_port";
import { call, send } from "../bench/call.ts";
import { root, scratchFolder } from "../bench/folders.ts";
import { readOptions } from "../bench/options.ts";
import { copyTree } from "../scripts/tree_copy.ts";
import { Command, type Machine, makeMachine } from "./newcomer_machine.ts";
import { type Count, none } from "./proof.ts";
import { mountSmallDisk } from "./small_disk.ts";
import { startTlsProxy } from "./tls_proxy.ts";

/** With each major version of Node in use, its first release and an npm of its time. */
const npmOf: Record<number, string> = { 18: "9.9.4", 20: "10.9.9", 22: "10.9.9", 24: "11.21.2" };

/** `npm start` in a clean clone, on the machines that people have, and while things break. */
export async function run(args: string[]): Promise<Count[]> {
  const options = readOptions(args, { kills: 6 });
  const { engines, devDependencies } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  const [oldest, own] = [Number(engines.node.slice(2)), Number.parseInt(devDependencies.node, 10)];
  const folder = await scratchFolder("newcomer");
  const tree = path.join(folder, "tree");
  await copyTree(tree);
  let clones = 0;
  /** A new machine with a clean clone; its home folder is beside the clone. */
  const newcomer = async (major = oldest, parent = folder) => {
    clones += 1;
    const place = path.join(parent, `${clones}`);
    const machine = await makeMachine(place, `${major}.0.0`, npmOf[major] ?? "latest");
    const clone = path.join(place, "clone");
    await cp(tree, clone, { recursive: true });
    return { machine, clone, remove: () => rm(place, { recursive: true, force: true }) };
  };
  const counts: Count[] = [];
  const failed = { starts: 0, mails: 0 };
  const check = async (machine: Machine, clone: string, env: Record<string, string> = {}) => {
    const { seconds, isSeen, output } = await startAndSee(machine, clone, env);
    if (seconds === undefined) {
      failed.starts += 1;
      console.error(`${machine.name}: ${output}`);
    } else if (!isSeen) failed.mails += 1;
    return seconds ?? Number.NaN;
  };

  let usual = 0;
  for (let major = oldest; major <= own; major += 2) {
    const { machine, clone, remove } = await newcomer(major);
    usual = await check(machine, clone);
    counts.push({ what: `${machine.name}: seconds of the first start`, value: usual });
    counts.push({
      what: `${machine.name}: seconds of the second`,
      value: await check(machine, clone),
      below: 10,
      timed: true,
    });
    await remove();
  }

  for (let at = 0; at < options.kills; at += 1) {
    const { machine, clone, remove } = await newcomer();
    const killed = new Command(machine, clone, ["start"], await ports());
    await wait(((at + 0.5) / options.kills) * usual * 1000);
    await killed.end("SIGKILL");
    await check(machine, clone);
    await remove();
  }
  counts.push({ what: "starts after one that was killed while it installed", value: options.kills });

  {
    const { machine, clone, remove } = await newcomer();
    const first = check(machine, clone);
    await wait(1000);
    await check(machine, clone, { DATA_DIR: ".data/second" });
    await first;
    await remove();
  }

  counts.push(...(await behindProxy(newcomer, check)));
  counts.push(...(await onFullDisk(newcomer, check)));
  return [none("starts that failed", failed.starts), none("mails that were not seen", failed.mails), ...counts];
}

type Newcomer = (
  major?: number,
  parent?: string,
) => Promise<{ machine: Machine; clone: string; remove(): Promise<void> }>;
type Check = (machine: Machine, clone: string, env?: Record<string, string>) => Promise<number>;

async function ports(): Promise<Record<string, string>> {
  return { PORT: `${await freePort()}`, SMTP_PORT: `${await freePort()}` };
}

/** Starts the server, sends a mail with our own command, finds it in the demo's inbox, and stops the server. */
async function startAndSee(machine: Machine, clone: string, env: Record<string, string>) {
  const settings = { ...(await ports()), ...env };
  const server = new Command(machine, clone, ["start"], settings);
  const seconds = await server.ready();
  if (seconds === undefined) return { seconds, isSeen: false, output: server.output };
  const sent = new Command(machine, clone, ["run", "mayfly", "--", "send", "demo@mayfly.test"], settings);
  await sent.ended;
  const [, stored] = / stored as (\S+)/.exec(sent.output) ?? [];
  // The server's log says which messages a mail has become.
  const [, message = ""] = new RegExp(`"source":"${stored}","messages":\\["([^"]+)"`).exec(server.output) ?? [];
  const [, usr = "", pwd = ""] = /Login {2}(\S+) {3}password (\S+)/.exec(server.output) ?? [];
  const url = `http://127.0.0.1:${settings["PORT"]}`;
  const login = await send({ url, cookie: "" }, session.login, { usr, pwd });
  const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const page = await call({ url, cookie }, reportview.get, inboxPage("demo@mayfly.test", 0));
  await server.end("SIGTERM");
  return { seconds, isSeen: message !== "" && JSON.stringify(page).includes(message), output: server.output };
}

/** A start that must fail with one line. @returns what is wrong with it, in a proof's words */
async function failsWith(machine: Machine, clone: string, why: RegExp, env: Record<string, string>): Promise<number> {
  const command = new Command(machine, clone, ["start"], { ...(await ports()), ...env });
  const code = await command.ended;
  // npm says first what it runs.
  const lines = command.output
    .split("\n")
    .filter((line) => line !== "" && !/^(>|npm |Installing packages \(once\))/.test(line));
  const isRight = code === 1 && lines.length === 1 && why.test(lines[0] ?? "");
  if (!isRight) console.error(`${machine.name}, ${why}: ${command.output}`);
  return isRight ? 0 : 1;
}

/** Behind a proxy with a certificate authority of its own, which is not trusted, then trusted, and then breaks off. */
async function behindProxy(newcomer: Newcomer, check: Check): Promise<Count[]> {
  const proxy = await startTlsProxy();
  const way = { HTTPS_PROXY: proxy.url };
  let wrong = 0;
  const bundle = `${proxy.ca}.bundle`;
  const trusted = process.env["NODE_EXTRA_CA_CERTS"] ?? "";
  await writeFile(bundle, (trusted && (await readFile(trusted, "utf8"))) + (await readFile(proxy.ca, "utf8")));

  const one = await newcomer();
  wrong += await failsWith(one.machine, one.clone, /certificate .* not trusted: set NODE_EXTRA_CA_CERTS/, way);
  await check(one.machine, one.clone, { ...way, NODE_EXTRA_CA_CERTS: bundle });
  await one.remove();

  const two = await newcomer();
  await appendFile(
    path.join(two.machine.env["HOME"] ?? "", ".npmrc"),
    `\ncafile=${bundle}\nhttps-proxy=${proxy.url}\n`,
  );
  await check(two.machine, two.clone, { NODE_EXTRA_CA_CERTS: "" });
  await two.remove();
  const { connections } = proxy;

  const three = await newcomer();
  const env = { ...way, NODE_EXTRA_CA_CERTS: bundle };
  proxy.bytesLeft = 60_000_000;
  wrong += await failsWith(three.machine, three.clone, /registry cannot be reached: check the network/, env);
  proxy.bytesLeft = Number.POSITIVE_INFINITY;
  await check(three.machine, three.clone, env);
  await three.remove();
  return [
    { what: "connections through a proxy with an authority of its own", value: connections, atLeast: 10 },
    none("starts behind it that did not say in one line what is wrong", wrong),
  ];
}

/** On a disk that is full before all is installed, and is emptied then. */
async function onFullDisk(newcomer: Newcomer, check: Check): Promise<Count[]> {
  const disk = await mountSmallDisk(4000);
  if (disk === undefined) return [];
  let wrong = 0;
  for (const megabytes of [1, 300]) {
    const { machine, clone, remove } = await newcomer(undefined, path.dirname(disk.folder));
    await disk.fill(megabytes * 1_000_000);
    wrong += await failsWith(machine, clone, /because the disk is full: free some space/, {});
    await disk.empty();
    await check(machine, clone);
    await remove();
  }
  return [none("starts on a full disk that did not say so in one line", wrong)];
}
