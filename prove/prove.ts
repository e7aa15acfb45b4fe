import { cleanUp, cleanUpOnSignals } from "../bench/cleanup.ts";
import { printProof, proofTable, saveProof } from "./proof.ts";

/** Every part is a module whose `run` does harm and returns what it counted; each has a test that runs it briefly. */
const parts = {
  faults: ["mail and people while things are killed, filled up and cut off", () => import("./faults.ts")],
  outages: ["each dependency away in each way, beside each kind of caller", () => import("./outages.ts")],
  companies: ["every method and event, with the names of another company", () => import("./companies.ts")],
  races: ["every limit, code and token, asked for by a hundred at once", () => import("./races.ts")],
  abuse: ["what a free account, or none, gets that is not meant for it", () => import("./abuse.ts")],
  fuzz: ["random input for every method, for SMTP and for what reads mail", () => import("./fuzz.ts")],
  smtp: ["clients that flood, drip, never read, break off, guess and relay", () => import("./smtp.ts")],
  processes: ["two web processes, a receiver and a worker as one product", () => import("./processes.ts")],
  claims: ["workers that share an address, and are killed, as the server is", () => import("./claims.ts")],
  flood: ["names that nobody has, tried a million times beside ordinary mail", () => import("./flood.ts")],
  plans: ["every statement of the product, at size", () => import("./plans.ts")],
  newcomer: [
    "clean clones on old Nodes, cut off, killed, behind a proxy, on a full disk",
    () => import("./newcomer.ts"),
  ],
  browsers: ["Firefox and WebKit, from the login to hostile mails", () => import("./browsers.ts")],
  soak: ["a busy day in short: memory, times and tables as they go", () => import("./soak.ts")],
} as const;
type Part = keyof typeof parts;

const usage = `npm run prove [-- <part> [options]]

Starts the real server, does harm, and counts. Without a part, all of them one after the other.

${Object.entries(parts)
  .map(([name, [title]]) => `  ${name.padEnd(11)}${title}`)
  .join("\n")}
  table      prints what the parts found when they were last run here, as a table for docs/reliability.md

Options, all whole numbers with a default:
  faults     --kills (of the server) --postgres_kills --drought (ms) --drops --worker_kills --resets
             --rate (messages a second)
  races      --rounds --calls (at once)
  abuse      --calls (of each loop)
  fuzz       --seconds --seed (of an earlier run, to repeat what was said in it)
  smtp       --connections (of a flood) --clients (of every other kind) --megabytes (of a message)
             --seconds (of patience with them)
  processes  --rate --rounds --messages (of a round)
  claims     --messages --workers --rate (messages a second) --kills (of processes) --lease (seconds) --seed
  flood      --tries --connections --warm (seconds of mail before) --rate (messages a second)
  plans      --rows (messages) --companies --webhooks
  newcomer   --kills (of an installation)
  soak       --minutes --rate --connections --sockets --people --companies

What a part counted is also written to prove/results/<part>.json.`;

cleanUpOnSignals();

const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  for (const part of Object.keys(parts) as Part[]) await prove(part, []);
  console.log(`\n${await proofTable(Object.keys(parts))}`);
} else if (Object.hasOwn(parts, name)) {
  await prove(name as Part, args);
} else if (name === "table") {
  console.log(await proofTable(Object.keys(parts)));
} else {
  console.log(usage);
  process.exitCode = name === "--help" ? 0 : 1;
}

/** A part that fails does not keep the others from running. */
async function prove(part: Part, options: string[]) {
  const [title, load] = parts[part];
  const begin = performance.now();
  try {
    const { run } = await load();
    const counts = await run(options);
    const seconds = Math.round((performance.now() - begin) / 1000);
    if (!printProof(`${part}: ${title}, ${seconds} s`, counts)) process.exitCode = 1;
    await saveProof(part, { options, seconds, counts });
  } catch (error) {
    console.error(process.env["DEBUG"] ? error : `${part}: ${(error as Error).message}`);
    process.exitCode = 1;
  } finally {
    await cleanUp();
  }
}
