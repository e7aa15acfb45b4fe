import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics } from "prom-client";
import { cannotListen } from "../process/start_error.ts";
import { version } from "../process/version.ts";
import { type Metrics, measureEventLoop } from "./metrics.ts";

export interface MonitorOptions {
  host: string;
  port: number;
  metrics: Metrics;
  /** Whether this process can do its work. */
  ready(): Promise<boolean>;
}

/** /healthz, /readyz and /metrics on a port of their own, for every role: none of it is meant for the public. */
export async function startMonitor({ host, port, metrics, ready }: MonitorOptions) {
  let collects = false;
  const collect = () => {
    if (collects) return;
    collects = true;
    collectDefaultMetrics({ register: metrics.registry });
    // Gauges that are named as counters are. The gauges by type tell the same.
    for (const { name } of metrics.registry.getMetricsAsArray()) {
      if (/^nodejs_active_\w+_total$/.test(name)) metrics.registry.removeSingleMetric(name);
    }
    measureEventLoop(metrics);
  };
  const pages: Record<string, () => Promise<[status: number, type: string, body: string]>> = {
    "/healthz": async () => [200, "application/json", JSON.stringify({ status: "ok", version })],
    "/readyz": async () =>
      (await ready()) ? [200, "application/json", '{"status":"ok"}'] : [503, "application/json", '{"status":"away"}'],
    "/metrics": async () => {
      // Not before somebody looks: to measure the event loop's delay wakes the process a hundred times a second.
      collect();
      return [200, metrics.registry.contentType, await metrics.registry.metrics()];
    },
  };
  const server = createServer(async (request, response) => {
    const page = pages[request.url?.split("?", 1)[0] ?? ""];
    if (page === undefined) return response.writeHead(404).end();
    const [status, type, body] = await page().catch((): [number, string, string] => [503, "text/plain", ""]);
    response.writeHead(status, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(cannotListen(error, "Metrics", { host, port }, { host: "METRICS_HOST", port: "METRICS_PORT" })),
    );
    server.listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
