// Everything that must hold, the quick checks first. `npm test -- <vitest filter>` runs only the tests that match.
import { existsSync, statfsSync } from "node:fs";
import { environment, run, setUp } from "./setup.mjs";
import { installSystemPackages } from "./system_packages.mjs";

setUp();
useMemory();
const filter = process.argv.slice(2);
if (filter.length > 0) {
  run("vitest", ["run", ...filter]);
} else {
  installSystemPackages();
  run("biome", ["ci", "--error-on-warnings", "."], { name: "Format and lint" });
  run("knip", [], { name: "Unused code" });
  for (const project of ["packages/contracts", "apps/server", "apps/web", "."]) {
    run("tsc", ["-p", project], { name: `Types of ${project}` });
  }
  run("vitest", ["run"], { name: "Tests" });
  if (existsSync("e2e")) run("playwright", ["test"], { name: "Browser tests" });
}

/**
 * Has the tests' databases in memory where there is room for all of them: disks take long to make files where thousands
 * have just been deleted.
 */
function useMemory() {
  const folder = "/dev/shm";
  if (process.env.TMPDIR !== undefined || !existsSync(folder)) return;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize > 8 * 1024 ** 3) environment.TMPDIR = folder;
}
