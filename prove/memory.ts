import { once } from "node:events";
import type { Count } from "./proof.ts";

/** Megabytes. */
interface Memory {
  /** The memory that the main thread still references. */
  held: number;
  /** The process's resident memory; the parser threads take more until they reach their caps. */
  resident: number;
}

/** The setting that lets a server's memory be measured. */
export const inspected = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });

/** A server's memory right after a garbage collection. */
export async function memoryOf(inspectorPort: number): Promise<Memory> {
  const [target] = await (await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, "open");
  const ask = async (method: string, params = {}) => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [{ data }] = await once(socket, "message");
    return JSON.parse(data).result;
  };
  await ask("HeapProfiler.collectGarbage");
  const { result } = await ask("Runtime.evaluate", { expression: "process.memoryUsage()", returnByValue: true });
  socket.close();
  const { heapUsed, external, rss } = result.value;
  return { held: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
}

/** A server's resident memory, by its metrics. */
export async function residentMegabytes(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes\{.*\} (\S+)$/m.exec(text) ?? [];
  return Number(bytes) / 1e6;
}

export const memoryGrowth = (before: Memory, after: Memory): Count[] => [
  { what: "memory held before, MB", value: before.held },
  { what: "memory held, after : before", value: after.held / before.held, below: 1.2 },
  { what: "resident memory before, MB", value: before.resident },
  {
    what: "resident memory, after : before",
    value: after.resident / before.resident,
    below: 1.2,
    timed: true,
  },
];
