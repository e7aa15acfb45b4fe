import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

const program = `
  process.on("SIGINT", () => process.exit(7)).on("SIGTERM", () => process.exit(7));
  setTimeout(() => process.exit(1), 20_000);
  console.log("running");
`;

// The commands themselves, with a program for the server that is there at once.
it.each([
  ["start", "SIGTERM"],
  ["start", "SIGINT"],
  ["dev", "SIGTERM"],
] as const)("ends all of npm run %s when npm alone is sent %s", async (name, signal) => {
  const folder = await mkdtemp(path.join(tmpdir(), "mayfly-npm-"));
  await mkdir(path.join(folder, "scripts"));
  const { scripts } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ scripts }));
  await writeFile(path.join(folder, "program.mjs"), program);
  const script = `import { become } from "${root}/scripts/setup.mjs"; become(process.execPath, ["${folder}/program.mjs"]);`;
  await writeFile(path.join(folder, `scripts/${name}.mjs`), script);

  const npm = spawn("npm", ["run", "--silent", name], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  await once(npm.stdout, "data");
  npm.kill(signal);
  // Its output is closed when the last of them has ended.
  expect(await once(npm, "close")).toEqual([7, null]);
  await rm(folder, { recursive: true });
});
