// The program behind `npm run mayfly -- <command>`.

import { StartError } from "../process/start_error.ts";
import { operate } from "./operate.ts";

try {
  process.stdout.write(`${await operate(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
