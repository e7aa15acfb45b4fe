import { cleanUp, cleanUpOnSignals } from "./cleanup.ts";

const benchmarks = {
  api: ["calls of the REST API with a key, near the beginning of large lists and far down", () => import("./api.ts")],
  claims: ["workers that share an address: claims with their ack, to lists of messages", () => import("./claims.ts")],
  company: [
    "lists and searches of a company with many addresses and members, and a dashboard beside the worst calls",
    () => import("./company.ts"),
  ],
  expiry: ["mail taken in while the mail of expired addresses is deleted", () => import("./expiry.ts")],
  inbox: ["an inbox of many messages in a browser: scrolling, and a flood of mail", () => import("./inbox.ts")],
  indexing: ["mail taken in while workers index it for the search", () => import("./indexing.ts")],
  ingest: ["mail taken in over SMTP, beside smtp-sink, MailDev and Postfix", () => import("./ingest.ts")],
  latency: ["from the 250 to the event in the browser", () => import("./latency.ts")],
  list: ["a page of an inbox among a million messages, and mail taken in there", () => import("./list.ts")],
  login: ["logins at a steady rate, and another call beside them", () => import("./login.ts")],
  open: ["opening a message with much HTML, at the server", () => import("./open.ts")],
  queue: ["attempts of webhooks, a due delivery and a scrape beside many that wait", () => import("./queue.ts")],
  search: ["searches in a large company among others", () => import("./search.ts")],
  visit: ["pages of the app, opened over a slow line on a slow device", () => import("./visit.ts")],
  wait: ["from the 250 to the answer of a call that waits, beside clients that poll", () => import("./wait.ts")],
  webhook: [
    "from the 250 to a webhook's receiver, beside one that hangs and a backlog, and mail taken in meanwhile",
    () => import("./webhook.ts"),
  ],
} as const;

const usage = `npm run bench -- <name> [options]

${Object.entries(benchmarks)
  .map(([name, [title]]) => `  ${name.padEnd(10)}${title}`)
  .join("\n")}

Options, all whole numbers with a default:
  api       --addresses --messages --seconds --rate (calls a second)
  claims    --messages --workers --seconds --rounds
  company   --addresses --members --calls (of a case) --messages
  expiry    --rows --rounds --messages
  inbox     --messages --seconds --rate (messages a second)
  indexing  --rounds --messages (of a round) --workers
  ingest    --rounds --messages (of a round)
  latency   --seconds --rate (messages a second)
  list      --rows --calls (of a case) --rounds --messages
  login     --seconds --rate (logins a second)
  open      --messages --kilobytes (of HTML)
  queue     --waiting (webhooks) --few (webhooks) --deliveries --rounds
  search    --rows --calls (of a case)
  visit     --rounds --latency (ms) --kilobytes (a second) --slowdown (times)
  wait      --seconds --rate (messages a second) --clients
  webhook   --seconds --rate (events a second) --rounds --messages --backlog (deliveries)

The result is also written to bench/results/<name>.json.`;

cleanUpOnSignals();

const [name = "", ...args] = process.argv.slice(2);
if (Object.hasOwn(benchmarks, name)) {
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
