import { readFile } from "node:fs/promises";
import path from "node:path";
import { root, scratchFolder } from "../bench/folders.ts";
import { run as runProgram } from "../bench/programs.ts";
import { rows } from "./companies_matrix.ts";
import { type Count, none } from "./proof.ts";

/** Runs the matrix as the tests do. It takes no options, since its length is the number of methods. */
export async function run(): Promise<Count[]> {
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const result = path.join(await scratchFolder("companies"), "result.json");
  const settings = ["run", "prove/companies.test.ts", "--reporter=json", `--outputFile=${result}`];
  // Vitest's exit code says no more than its result.
  await runProgram(process.execPath, [vitest, ...settings], { cwd: root }).catch(() => undefined);
  const { numPassedTests, numFailedTests } = JSON.parse(await readFile(result, "utf8"));
  return [
    { what: "methods in the contracts", value: rows.length },
    none("methods without a row in the matrix", rows.filter(({ row }) => row === undefined).length),
    // The live events have a test of their own.
    { what: "rows that hold", value: numPassedTests, atLeast: rows.length + 1 },
    none("rows that do not hold", numFailedTests),
  ];
}
