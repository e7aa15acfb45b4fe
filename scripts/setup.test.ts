import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtempDisposable, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const run = promisify(execFile);

/** What a package manager leaves, in place of packages: a Node that says it runs, and a turbo that builds nothing. */
const installs = `
  echo installed >> calls
  mkdir -p node_modules/node/bin node_modules/.bin
  printf '#!/bin/sh\\necho runs "$@"' > node_modules/node/bin/node
  printf '#!/bin/sh\\n' > node_modules/.bin/turbo
  chmod +x node_modules/node/bin/node node_modules/.bin/turbo
`;
/** Fails where a broken pnpm is left from before. */
const npm = `#!/bin/sh
  mkdir .setup/pnpm || exit 1
  mkdir -p .setup/pnpm/node_modules/.bin && cp bin/pnpm .setup/pnpm/node_modules/.bin
`;
/** Installs once the file "go" is there; until then it says that it has begun, in the file "calls". */
const installsLater = `echo began >> calls\nwhile [ ! -e go ]; do sleep 0.02; done\n${installs}`;

/** A checkout of our scripts, with an npm that brings a shell script as pnpm. */
async function checkout(pnpm: string) {
  const folder = await mkdtempDisposable(path.join(tmpdir(), "mayfly-setup-"));
  const at = (...names: string[]) => path.join(folder.path, ...names);
  await mkdir(at("bin"));
  for (const file of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "scripts"])
    await cp(path.join(root, file), at(file), { recursive: true });
  await writeFile(at("bin/npm"), npm, { mode: 0o755 });
  const bring = (script: string) => writeFile(at("bin/pnpm"), `#!/bin/sh\n${script}`, { mode: 0o755 });
  await bring(pnpm);
  const started: ChildProcess[] = [];
  /** Starts one of our npm scripts; what it has `printed` grows until it has `ended`. */
  const start = (name = "start", settings: Record<string, string> = {}) => {
    const env = { ...process.env, ...settings, PATH: `${at("bin")}:${process.env["PATH"]}` };
    const child = spawn(process.execPath, [at("scripts", `${name}.mjs`)], { cwd: folder.path, env });
    started.push(child);
    const printed = { output: "", errors: "" };
    const ended = once(child, "close").then(([code, signal]) => ({ code, signal, ...printed }));
    child.stdout.on("data", (text) => (printed.output += text));
    child.stderr.on("data", (text) => (printed.errors += text));
    return { child, printed, ended };
  };
  return {
    at,
    bring,
    start,
    calls: () => readFile(at("calls"), "utf8").catch(() => ""),
    go: () => writeFile(at("go"), ""),
    async [Symbol.asyncDispose]() {
      await this.go();
      for (const child of started) if (child.exitCode === null) child.kill("SIGKILL");
      await folder.remove();
    },
  };
}

const ready = { code: 0, signal: null, output: "runs apps/server/src/main.ts\n" };
const installing = "Installing packages (once) ...\n";

it("installs once, says nothing else, and again when what is to be installed has changed", async () => {
  await using one = await checkout(installs);
  expect(await one.start().ended).toEqual({ ...ready, errors: installing });
  expect(await one.start().ended).toEqual({ ...ready, errors: "" });
  await writeFile(one.at("pnpm-lock.yaml"), "changed");
  expect(await one.start().ended).toEqual({ ...ready, errors: installing });
  expect(await one.calls()).toBe("installed\ninstalled\n");
  expect(await readdir(one.at(".setup"))).toEqual([]);
});

it.each([
  [
    "npm error code ENOTFOUND",
    "the package registry cannot be reached: check the network (behind a proxy, set HTTPS_PROXY)",
  ],
  [
    "tunnel error: tcp connect error",
    "the package registry cannot be reached: check the network (behind a proxy, set HTTPS_PROXY)",
  ],
  [
    "npm error code SELF_SIGNED_CERT_IN_CHAIN",
    "the certificate of the package registry, or of a proxy, is not trusted: set NODE_EXTRA_CA_CERTS to a file with the certificate authority of the proxy",
  ],
  ["write: No space left on device (os error 28)", "the disk is full: free some space"],
  ["npm error code EACCES", "some files may not be written by this user: correct their owner"],
  ["something else", "it ended with exit code 9: see what it printed"],
])("says in one line which step failed, why, and what to do: %s", async (printed, says) => {
  await using one = await checkout(`echo "first line"; echo "${printed}" >&2; exit 9`);
  const line = `Installing packages failed, because ${says}, and run the command again. What it printed is in .setup/output.log.\n`;
  expect(await one.start().ended).toEqual({ code: 1, signal: null, output: "", errors: installing + line });
  expect(await readFile(one.at(".setup/output.log"), "utf8")).toBe(`first line\n${printed}\n`);
  // The next start goes on from there.
  await one.bring(installs);
  expect(await one.start().ended).toEqual({ ...ready, errors: installing });
});

it("does not take an installation for whole that left out what it could not download", async () => {
  const left = "[WARN] @rolldown/binding is an optional dependency that could not be fetched. Excluding it.";
  await using one = await checkout(`${installs}\necho "error sending request"; echo "${left}"`);
  const { code, errors } = await one.start().ended;
  expect(code).toBe(1);
  expect(errors).toMatch(/^Installing packages failed, because the package registry cannot be reached: [^\n]*\n$/m);
  await one.bring(installs);
  expect(await one.start().ended).toEqual({ ...ready, errors: installing });
});

it("ends an installation that waits for ever for a silent network, with all that it has started", async () => {
  await using one = await checkout(`sleep 1000 & echo $! > calls; wait`);
  // Half an hour is over as soon as the installation has begun.
  await writeFile(
    one.at("fast.cjs"),
    `const { readFileSync } = require("node:fs");
    const { setTimeout: usual } = globalThis;
    const hasBegun = () => { try { return readFileSync("calls", "utf8").endsWith("\\n"); } catch { return false; } };
    globalThis.setTimeout = (work, wait) =>
      wait > 60_000 ? setInterval(() => hasBegun() && work(), 20) : usual(work, wait);`,
  );
  const { code, errors } = await one.start("start", { NODE_OPTIONS: `--require=${one.at("fast.cjs")}` }).ended;
  expect(code).toBe(1);
  expect(errors).toContain("Installing packages failed, because it had not ended after 30 minutes: see what it");
  // Gone, or a zombie where nobody waits for the orphans of others.
  const pid = (await one.calls()).trim();
  const state = () =>
    run("ps", ["-o", "stat=", "-p", pid]).then(
      ({ stdout }) => stdout,
      () => "Z",
    );
  await expect.poll(state).toMatch(/^Z/);
});

it("names the step that cannot build, and not the network for what a compiler prints", async () => {
  await using one = await checkout(
    `${installs}\nprintf '#!/bin/sh\\necho certificate.ts; exit 2' > node_modules/.bin/turbo`,
  );
  const { errors } = await one.start().ended;
  expect(errors).toBe(
    `${installing}Building failed, because it ended with exit code 2: see what it printed, and run the command again. What it printed is in .setup/output.log.\n`,
  );
});

it("builds before a check what its types need, and not the web app", async () => {
  await using one = await checkout(
    `${installs}\nprintf '#!/bin/sh\\nprintf "%%s\\\\n" "$@" > built' > node_modules/.bin/turbo`,
  );
  expect(await one.start("check").ended).toMatchObject({ code: 0, output: "runs scripts/checks.mjs --quick\n" });
  const asked = (await readFile(one.at("built"), "utf8")).trim().split("\n");
  const turbo = path.join(root, "node_modules/.bin/turbo");
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" };
  const { stdout } = await run(turbo, [...asked, "--dry=json"], { cwd: root, env });
  const tasks = JSON.parse(stdout).tasks.filter(({ command }: { command: string }) => command !== "<NONEXISTENT>");
  expect(tasks.map(({ taskId }: { taskId: string }) => taskId)).toEqual(["//#generate", "@mayfly/client#build"]);
});

it("says in one line that npm is missing, or that the folder belongs to another user", async () => {
  await using one = await checkout(installs);
  await rm(one.at("bin/npm"));
  const { stderr } = await run(process.execPath, [one.at("scripts/start.mjs")], {
    env: { PATH: one.at("bin") },
  }).catch((error) => error);
  expect(stderr).toContain("Installing pnpm failed, because npm does not start (spawn npm ENOENT): see");
  // Root may write everywhere: a file in the folder's place stands for a folder that cannot be written.
  await rm(one.at(".setup"), { recursive: true });
  await writeFile(one.at(".setup"), "");
  const { code, errors } = await one.start().ended;
  expect([code, errors.split("\n").length]).toEqual([1, 2]);
  expect(errors).toContain("Setting up failed, because EEXIST: file already exists");
});

it("waits for another command that sets up the same folder, and does not install again", async () => {
  await using one = await checkout(installsLater);
  const first = one.start();
  await expect.poll(one.calls).toBe("began\n");
  const second = one.start("mayfly");
  await expect
    .poll(() => second.printed.errors)
    .toBe(`Waiting for process ${first.child.pid}, which sets up this folder ...\n`);
  await one.go();
  expect(await first.ended).toEqual({ ...ready, errors: installing });
  expect((await second.ended).output).toBe("runs apps/server/src/operator/main.ts\n");
  expect(await one.calls()).toBe("began\ninstalled\n");
});

it("goes on where a killed set-up stopped, once all that this had started has ended", async () => {
  await using one = await checkout(installsLater);
  const killed = one.start();
  await expect.poll(one.calls).toBe("began\n");
  // What it has started begins a moment before it can say so.
  await expect.poll(() => readFile(one.at(".setup/lock"), "utf8")).toMatch(/ -\d+$/);
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");
  const next = one.start();
  await expect.poll(() => next.printed.errors).toMatch(/^Waiting for process \d+, which sets up this folder/);
  expect(await one.calls()).toBe("began\n");
  await one.go();
  expect((await next.ended).output).toBe(ready.output);
  expect(await one.calls()).toBe("began\ninstalled\nbegan\ninstalled\n");
  expect(await readdir(one.at(".setup"))).toEqual([]);
});

it("ignores the lock of a set-up that has ended, and lets only one of many take it", async () => {
  await using one = await checkout(installs);
  await mkdir(one.at(".setup"));
  const { stdout: pid } = await run("sh", ["-c", "echo $$"]);
  await writeFile(one.at(".setup/lock"), pid.trim());
  const all = await Promise.all(Array.from({ length: 5 }, () => one.start().ended));
  expect(all.map(({ output }) => output)).toEqual(all.map(() => ready.output));
  expect(await one.calls()).toBe("installed\n");
  expect(await readdir(one.at(".setup"))).toEqual([]);
});

it.each(["SIGTERM", "SIGINT"] as const)("stops what it has started, and frees the folder, on %s", async (signal) => {
  await using one = await checkout(`trap 'echo stopped >> calls; exit 1' TERM INT\n${installsLater}`);
  const stopped = one.start();
  await expect.poll(one.calls).toBe("began\n");
  stopped.child.kill(signal);
  expect(await stopped.ended).toMatchObject({ code: signal === "SIGTERM" ? 143 : 130, errors: installing });
  expect(await one.calls()).toBe("began\nstopped\n");
  expect(await readdir(one.at(".setup"))).not.toContain("lock");
});

it("says in one line that the machine's Node is too old, before anything is installed", async () => {
  await using one = await checkout(installs);
  await writeFile(
    one.at("old.cjs"),
    `Object.defineProperty(process.versions, "node", { value: "17.9.1" });
    Object.defineProperty(process, "version", { value: "v17.9.1" });`,
  );
  const { scripts } = JSON.parse(await readFile(one.at("package.json"), "utf8"));
  for (const name of ["start", "dev", "test", "bench", "prove", "mayfly"]) {
    const { code, stderr } = await run("sh", ["-c", scripts[name]], {
      cwd: one.at(),
      env: { PATH: process.env["PATH"], NODE_OPTIONS: `--require=${one.at("old.cjs")}` },
    }).catch((error) => error);
    expect([name, code, stderr]).toEqual([
      name,
      1,
      "Mayfly needs Node 18 or later, and this is v17.9.1: install a later one.\n",
    ]);
  }
  expect(await one.calls()).toBe("");
});
