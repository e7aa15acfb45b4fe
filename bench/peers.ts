import { access, writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "@mayfly/server/process/free_port";
import { cacheFolder, scratchFolder } from "./folders.ts";
import type { PostfixTools } from "./postfix_tools.ts";
import { answering, run, startProgram } from "./programs.ts";
import type { Target } from "./smtp_load.ts";

const recipient = "somebody@localhost";

/** Starts smtp-sink, which reads and discards mail: it shows the most that the load generator can do. */
export async function startSink(tools: PostfixTools): Promise<Target> {
  const port = await freePort();
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const args = [...user, "-m", "2000", `127.0.0.1:${port}`, "1000"];
  await startProgram(tools.sink, args, { env: tools.env, cwd: "/", ready: port });
  return { name: "smtp-sink", port, recipient, warmUp: { kept: 0, single: 0 }, weight: 3, acknowledged: 0 };
}

const mailDevVersion = "3.0.0";

/** MailDev as its users run it: parses every message, keeps it in memory and temporary files. */
export async function startMailDev(): Promise<Target & { web: string }> {
  const installed = await installMailDev();
  const [folder, port, webPort] = [await scratchFolder("maildev"), await freePort(), await freePort()];
  const args = ["--smtp", `${port}`, "--ip", "127.0.0.1", "--web", `${webPort}`, "--web-ip", "127.0.0.1", "--silent"];
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], TMPDIR: folder };
  await startProgram(process.execPath, [installed, ...args], { env, cwd: folder, ready: port });
  await answering(webPort);
  return {
    name: `MailDev ${mailDevVersion}`,
    web: `http://127.0.0.1:${webPort}`,
    port,
    recipient,
    warmUp: { kept: 8_000, single: 1_000 },
    weight: 0.5,
    acknowledged: 0,
    // MailDev keeps everything in memory, and slows down as that fills.
    async reset() {
      const { ok, status } = await fetch(`http://127.0.0.1:${webPort}/api/email/all`, { method: "DELETE" });
      if (!ok) throw new Error(`MailDev cannot be emptied: HTTP ${status}`);
    },
  };
}

/** @returns the script that starts it */
async function installMailDev(): Promise<string> {
  const folder = await cacheFolder(`maildev-${mailDevVersion}`);
  const script = path.join(folder, "node_modules/.bin/maildev");
  const there = await access(script).then(
    () => true,
    () => false,
  );
  if (there) return script;
  const manifest = {
    private: true,
    dependencies: { maildev: mailDevVersion },
    overrides: { mailparser: "3.9.31", "@zone-eu/mailsplit": "5.4.19" },
  };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
  await run("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder, timeout: 180_000 }).catch((error) => {
    throw new Error(
      `MailDev cannot be installed in ${folder}: ${
        String(error.stderr || error)
          .trim()
          .split("\n")[0]
      }`,
    );
  });
  return script;
}
