// Everything that must hold, the quick checks first. `npm test -- <vitest filter>` runs only the tests that match.
import { existsSync } from "node:fs";
import { run, setUp } from "./setup.mjs";
import { installSystemPackages } from "./system_packages.mjs";

setUp();
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
