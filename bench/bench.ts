import { cleanUp } from "./cleanup.ts";

const benchmarks = {
  ingest: ["mail taken in over SMTP, beside smtp-sink, MailDev and Postfix", () => import("./ingest.ts")],
  latency: ["from the 250 to the event in the browser", () => import("./latency.ts")],
  list: ["a page of an inbox among a million messages, and mail taken in there", () => import("./list.ts")],
} as const;

const usage = `npm run bench -- <name> [options]

${Object.entries(benchmarks)
  .map(([name, [title]]) => `  ${name.padEnd(10)}${title}`)
  .join("\n")}

Options, all whole numbers with a default:
  ingest    --rounds --messages (of a round)
  latency   --seconds --rate (messages a second)
  list      --rows --calls (of a case) --rounds --messages

The result is also written to bench/results/<name>.json.`;

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
}

const [name = "", ...args] = process.argv.slice(2);
if (name in benchmarks) {
  const [, load] = benchmarks[name as keyof typeof benchmarks];
  try {
    const { run } = await load();
    if (!(await run(args))) process.exitCode = 1;
  } catch (error) {
    console.error(process.env["DEBUG"] ? error : `${(error as Error).message}`);
    process.exitCode = 1;
  } finally {
    await cleanUp();
  }
} else {
  console.log(usage);
  process.exitCode = name === "" || name === "--help" ? 0 : 1;
}
