import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { version } from "../process/version.ts";

/** How long a scrape waits for a value: Prometheus gives up after ten seconds or less. */
const lookMilliseconds = 2_000;
/** After which the next value is asked for. All are asked for before the scrape stops waiting. Milliseconds. */
const turnMilliseconds = 200;

const seconds = { fast: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10], slow: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30] };

export type Metrics = ReturnType<typeof openMetrics>;

/** What this process counts, for Prometheus (https://prometheus.io/docs/practices/naming). */
export function openMetrics(roles: string[]) {
  const registry = new Registry();
  registry.setDefaultLabels({ roles: roles.join(",") });
  const given = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) => ({
    name: `mayfly_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  const askInTurn = openLine();
  new Gauge(given("info", "The version that runs; always 1", ["version"])).set({ version }, 1);
  return {
    registry,
    mailReceived: new Counter(given("mail_received_total", "Messages acknowledged with 250")),
    mailBytes: new Counter(given("mail_received_bytes_total", "Bytes of messages acknowledged with 250")),
    mailRefused: new Counter(
      given("mail_refused_total", "Replies that refused a connection, a command or a message, by code", ["code"]),
    ),
    parse: new Histogram({
      ...given("mail_parse_seconds", "From the end of a message to its summary, including the wait"),
      buckets: seconds.fast,
    }),
    commit: new Histogram({
      ...given("mail_commit_seconds", "Commits of groups of messages"),
      buckets: seconds.fast,
    }),
    commitMessages: new Histogram({
      ...given("mail_commit_messages", "Messages in a commit"),
      buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    }),
    http: new Histogram({
      ...given("http_seconds", "HTTP responses", ["status"]),
      buckets: seconds.fast,
    }),
    webhook: new Histogram({
      ...given("webhook_seconds", "Webhook delivery attempts, by outcome", ["outcome"]),
      buckets: seconds.slow,
    }),
    searchUnread: new Counter(
      given(
        "search_unread_total",
        "Times that a message could not be read for the search index: it is put off, or given up and found by its row",
        ["outcome"],
      ),
    ),
    /** As `ask`, for a gauge that has a value for each name; without an answer, the values of before stay. */
    askEach<Label extends string>(
      name: string,
      help: string,
      label: Label,
      look: () => Promise<Record<string, number>>,
    ) {
      const gauge: Gauge<Label> = new Gauge({
        ...given(name, help, [label]),
        async collect() {
          const late = wait(lookMilliseconds, {}, { ref: false });
          const values = await Promise.race([askInTurn(look).catch(() => ({})), late]);
          for (const [key, value] of Object.entries(values))
            gauge.set({ [label]: key } as Record<Label, string>, value);
        },
      });
    },
    /** A gauge whose value is known when it is scraped. */
    watch(name: string, help: string, look: () => number) {
      new Gauge({
        ...given(name, help),
        collect() {
          this.set(look());
        },
      });
    },
    /**
     * A gauge whose value is asked for at each scrape, one after the other, so that a scrape is no heavier than its heaviest
     * question. A slow or failed one (NaN) does not hold back the others.
     */
    ask(name: string, help: string, look: () => Promise<number>) {
      let answer: Promise<number> | undefined;
      new Gauge({
        ...given(name, help),
        async collect() {
          answer ??= askInTurn(look).finally(() => {
            answer = undefined;
          });
          const late = wait(lookMilliseconds, Number.NaN, { ref: false });
          this.set(await Promise.race([answer.catch(() => Number.NaN), late]));
        },
      });
    },
  };
}

/** Asks each once those before it are answered, or have had their time. */
function openLine() {
  let turn: Promise<unknown> = Promise.resolve();
  return <Value>(look: () => Promise<Value>): Promise<Value> => {
    const answer = turn.then(look);
    const late = () => wait(turnMilliseconds, undefined, { ref: false });
    turn = turn.then(() => Promise.race([answer.catch(() => undefined), late()]));
    return answer;
  };
}

/** How often the event loop's delay is looked at, which is also what it measures when there is none. Milliseconds. */
const resolution = 10;

/**
 * Measures how much later than due the event loop turns to what waits: whatever works longer on one thing than a few
 * milliseconds holds up everybody else (threat 59). Over the time since the last look; wakes the process a hundred times a second.
 */
export function measureEventLoop({ registry }: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const gauge = new Gauge({
    name: "mayfly_event_loop_delay_seconds",
    help: "How late the event loop was since the last scrape; percentile 100 is its longest delay",
    labelNames: ["percentile"],
    registers: [registry],
    async collect() {
      // A delay that lasts is known once it is over: until the next look at the clock it would be lost.
      await wait(2 * resolution);
      const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1e3);
      for (const percentile of [50, 99]) gauge.set({ percentile }, seconds(delay.percentile(percentile)));
      gauge.set({ percentile: 100 }, seconds(delay.max));
      delay.reset();
    },
  });
}
