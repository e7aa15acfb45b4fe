#!/usr/bin/env node
import { run } from "./run_command.ts";

// Node's own sending of the rest of the output, into a pipe for instance, needs the process until it is done.
process.exitCode = await run(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  input: process.stdin,
  isTerminal: process.stdout.isTTY,
});
