import { chmod, chown, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@mayfly/server/process/free_port";
import { atEnd } from "./cleanup.ts";
import { scratchFolder } from "./folders.ts";
import { findOnPath } from "./postfix_tools.ts";
import { run, startProgram } from "./programs.ts";
import type { Target } from "./smtp_load.ts";

/** The system's nobody, who gets the mail. */
const nobody = 65_534;
const drainSeconds = 60;

/**
 * Starts the system's Postfix with its own configuration, queue and Maildir, beside one that may be running. Postfix
 * answers 250 when the message is in its queue; the delivery that follows is waited for, but not measured. It may use
 * a process for each of the 400 sessions, and does not slow down for mail that is not delivered yet.
 * @returns undefined if no Postfix can be started here (its master must be root)
 */
export async function startPostfix(): Promise<Target | undefined> {
  const postfix = await findOnPath("postfix");
  if (postfix === undefined || process.getuid?.() !== 0) return undefined;
  const [folder, port] = [await scratchFolder("postfix"), await freePort()];
  const [settings, inbox] = [path.join(folder, "etc"), path.join(folder, "mail/somebody/new")];
  // Postfix's processes run as other users, which must get into the folder.
  await chmod(folder, 0o755);
  for (const name of ["etc", "queue", "mail"]) await mkdir(path.join(folder, name));
  await chown(path.join(folder, "mail"), nobody, nobody);
  await writeFile(path.join(settings, "main.cf"), mainSettings(folder));
  await writeFile(path.join(settings, "master.cf"), services(port));
  // Postfix's master keeps running when the script that started it is ended.
  atEnd(() => run(postfix, ["-c", settings, "stop"], { timeout: 20_000 }));
  try {
    await startProgram(postfix, ["-c", settings, "start-fg"], { env: process.env, cwd: "/", ready: port });
  } catch (error) {
    console.error(`Postfix is left out: ${(error as Error).message}`);
    return undefined;
  }

  let delivered = 0;
  const target: Target = {
    name: "Postfix to Maildir",
    port,
    recipient: "somebody@bench.test",
    warmUp: { kept: 500, single: 500 },
    weight: 0.5,
    acknowledged: 0,
    // Deliveries still under way would slow down the next target.
    async reset() {
      const giveUp = performance.now() + drainSeconds * 1000;
      while ((await readdir(inbox)).length < target.acknowledged - delivered) {
        if (performance.now() > giveUp) throw new Error(`Postfix has not delivered all in ${drainSeconds} s`);
        await wait(100);
      }
      delivered = target.acknowledged;
      await rm(inbox, { recursive: true });
    },
  };
  return target;
}

const mainSettings = (folder: string) => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = bench.test
mydestination =
mynetworks = 127.0.0.0/8
smtpd_peername_lookup = no
in_flow_delay = 0
smtpd_relay_restrictions = permit_mynetworks, reject
virtual_mailbox_domains = bench.test
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = static:somebody/
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
`;

const services = (port: number) => `
127.0.0.1:${port} inet n - n - 500 smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
`;
