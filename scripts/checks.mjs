// Runs all checks, the quick ones first. `--quick` runs only those, and `--types` only the last of them.
// `npm test -- <filter>` runs only the tests that match; for a filter that begins with e2e/, these are browser tests.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { environment, passSignals, root } from "./programs.mjs";
import { installSystemPackages } from "./system_packages.mjs";

const filter = process.argv.slice(2);
const isWithoutTests = filter[0] === "--quick" || filter[0] === "--types";
if (!isWithoutTests) await installSystemPackages();

// Whatever a test, or a program that it starts, leaves behind goes with this folder.
const folder = mkdtempSync(path.join(temporaryFolder(), "mayfly-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** What failed, a line each. */
const failures = [];

if (isWithoutTests) {
  await quickChecks();
} else if (filter.length > 0) {
  // An option counts for both runners.
  const isOfBrowser = (word) => word.startsWith("e2e/") || word.startsWith("-");
  const isOther = (word) => !word.startsWith("e2e/");
  const has = (words) => words.some((word) => !word.startsWith("-"));
  const [browser, others] = [filter.filter(isOfBrowser), filter.filter(isOther)];
  if (has(others) || !has(browser)) await check("Tests", "vitest", ["run", ...others]);
  if (has(browser)) await check("Browser tests", "playwright", ["test", ...browser]);
} else {
  await quickChecks();
  const report = path.join(folder, "tests.json");
  await check("Tests", "vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]);
  await check("Browser tests", "playwright", ["test"]);
  // The browser tests have printed much since.
  if (failures.some((line) => line.startsWith("Tests "))) process.stderr.write(failedTests(report));
}

if (failures.length > 1) process.stderr.write(`\n${failures.join("\n")}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function quickChecks() {
  if (filter[0] !== "--types") {
    await check("Format and lint", "biome", ["ci", "--error-on-warnings", "."], "`npm run fix` mends most of it");
    await check("Unused code", "knip", []);
  }
  for (const project of ["packages/contracts", "packages/client", "apps/server", "apps/web", "."]) {
    await check(`Types of ${project}`, "tsc", ["-p", project]);
  }
}

/**
 * Runs a command to its end. If it fails, the others still run: what each of them found is told at the end.
 * @param remedy what to do when it fails
 */
async function check(title, command, args, remedy) {
  const env = { ...environment, TMPDIR: folder };
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], env });
  let stoppedBy;
  const end = passSignals((signal) => {
    stoppedBy = signal;
    child.kill(signal);
  });
  const failure = await new Promise((resolve) => {
    child.on("error", (error) => resolve(`: ${error.message}`));
    child.on("exit", (code) => resolve(code === 0 ? undefined : ""));
  });
  end();
  if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
  if (failure === undefined) return;
  const line = `${title} failed${failure}${remedy ? `: ${remedy}` : ""}.`;
  process.stderr.write(`${line}\n`);
  failures.push(line);
}

/** The tests that failed, each with why, from a report that there may be none of. */
function failedTests(report) {
  if (!existsSync(report)) return "";
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  return testResults
    .filter(({ status }) => status === "failed")
    .map(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed");
      const told = failed.map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join("\n")}`);
      return `\n${[path.relative(root, name), ...told, message].filter((text) => text !== "").join("\n")}\n`;
    })
    .concat("\nWhat failed outside of a test stands above the browser tests.\n")
    .join("");
}

/**
 * Where the tests' databases are: in memory, if there is room for all of them. On a disk, files are slow to create after
 * thousands have just been deleted.
 */
function temporaryFolder() {
  const memory = "/dev/shm";
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 8 * 1024 ** 3 ? memory : tmpdir();
}
