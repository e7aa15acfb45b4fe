import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

const program = `
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(7));
  setTimeout(() => process.exit(1), 300_000);
  console.log("running");
`;

/** A folder with our npm scripts, and in the server's place a program that is ready at once. */
async function commandOf(name: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "mayfly-npm-"));
  await mkdir(path.join(folder, "scripts"));
  const { scripts, engines } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ scripts, engines }));
  await copyFile(path.join(root, "scripts/node_version.cjs"), path.join(folder, "scripts/node_version.cjs"));
  await writeFile(path.join(folder, "program.mjs"), program);
  const script = `import { become } from "${root}/scripts/programs.mjs"; become(process.execPath, ["${folder}/program.mjs"]);`;
  await writeFile(path.join(folder, `scripts/${name}.mjs`), script);
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

const ends = [
  ["npm run start", "SIGTERM", "npm", ["run", "--silent", "start"]],
  ["npm run start", "SIGINT", "npm", ["run", "--silent", "start"]],
  ["npm run dev", "SIGTERM", "npm", ["run", "--silent", "dev"]],
  // npm does not forward SIGHUP.
  ["the start script", "SIGHUP", process.execPath, ["scripts/start.mjs"]],
] as const;
/** npm 9 and 10 forward no signal. */
const npmForwards = !/^(9|10)\./.test(execFileSync("npm", ["--version"], { encoding: "utf8" }));

it.each(ends.filter(([, , command]) => npmForwards || command !== "npm"))(
  "ends all processes of %s when only the first of them gets %s",
  async (_what, signal, command, args) => {
    await using made = await commandOf(args.at(-1) === "dev" ? "dev" : "start");
    const child = spawn(command, args, { cwd: made.folder, stdio: ["ignore", "pipe", "ignore"] });
    await once(child.stdout, "data");
    child.kill(signal);
    // The output closes when the last of the processes has ended.
    expect(await once(child, "close")).toEqual([7, null]);
  },
);
