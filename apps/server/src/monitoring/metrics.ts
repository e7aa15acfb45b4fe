import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { version } from "../process/version.ts";

/** How long the lookup of a value may take: Prometheus gives up after ten seconds or less. */
const lookMilliseconds = 2_000;

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
    /** The same for a gauge that has a value for each name; without an answer, the values of before stay. */
    watchEach<Label extends string>(
      name: string,
      help: string,
      label: Label,
      look: () => Promise<Record<string, number>>,
    ) {
      const collect = async () => {
        const values = await Promise.race([look().catch(() => ({})), wait(lookMilliseconds, {}, { ref: false })]);
        for (const [key, value] of Object.entries(values)) gauge.set({ [label]: key } as Record<Label, string>, value);
      };
      const gauge: Gauge<Label> = new Gauge({ ...given(name, help, [label]), collect });
    },
    searchUnread: new Counter(
      given(
        "search_unread_total",
        "Times that a message could not be read for the search index: it is put off, or given up and found by its row",
        ["outcome"],
      ),
    ),
    /** A gauge whose value is looked up at each scrape. A slow or failed lookup (NaN) does not hold back the others. */
    watch(name: string, help: string, look: () => number | Promise<number>) {
      const number = async () => look();
      const collect = async () =>
        gauge.set(
          await Promise.race([number().catch(() => Number.NaN), wait(lookMilliseconds, Number.NaN, { ref: false })]),
        );
      const gauge: Gauge = new Gauge({ ...given(name, help), collect });
    },
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
    help: "How late the event loop was since the last scrape; quantile 1 is its longest delay",
    labelNames: ["quantile"],
    registers: [registry],
    async collect() {
      // A delay that lasts is known once it is over: until the next look at the clock it would be lost.
      await wait(2 * resolution);
      const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1e3);
      for (const quantile of [0.5, 0.99]) gauge.set({ quantile }, seconds(delay.percentile(quantile * 100)));
      gauge.set({ quantile: 1 }, seconds(delay.max));
      delay.reset();
    },
  });
}
