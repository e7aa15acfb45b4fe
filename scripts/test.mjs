// Runs all checks, the quick ones first. `npm test -- <filter>` runs only the tests that match; if the filter
// contains e2e/, these are browser tests.
import { existsSync, statfsSync } from "node:fs";
import { run, setUp } from "./setup.mjs";
import { installSystemPackages } from "./system_packages.mjs";

setUp();
const env = temporaryFolder();
installSystemPackages();
const filter = process.argv.slice(2);
if (filter.length > 0) {
  if (filter.some((word) => word.startsWith("e2e/"))) run("playwright", ["test", ...filter], { env });
  else run("vitest", ["run", ...filter], { env });
} else {
  run("biome", ["ci", "--error-on-warnings", "."], { name: "Format and lint" });
  run("knip", [], { name: "Unused code" });
  for (const project of ["packages/contracts", "apps/server", "apps/web", "."]) {
    run("tsc", ["-p", project], { name: `Types of ${project}` });
  }
  run("vitest", ["run"], { env, name: "Tests" });
  run("playwright", ["test"], { env, name: "Browser tests" });
}

/**
 * The environment that puts the tests' databases in memory, if there is room for all of them: on a disk, files are slow
 * to create after thousands have just been deleted.
 */
function temporaryFolder() {
  const folder = "/dev/shm";
  if (process.env.TMPDIR !== undefined || !existsSync(folder)) return {};
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 8 * 1024 ** 3 ? { TMPDIR: folder } : {};
}
