#!/usr/bin/env node
import { run } from "./run_command.ts";

/** What a shell says of a program that SIGPIPE ended. */
const pipeClosed = 141;

// Whoever read the output has enough: it ends without a word, as other commands do. Other faults, such as a full disk, are said.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit(pipeClosed);
  process.stderr.write(`The output cannot be written: ${message}\n`, () => process.exit(1));
});
process.stderr.on("error", () => process.exit(1));

// Node's own sending of the rest of the output, into a pipe for instance, needs the process until it is done.
process.exitCode = await run(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  input: process.stdin,
  isTerminal: process.stdout.isTTY,
});
