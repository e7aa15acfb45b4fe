import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../process/free_port.ts";

export interface TestRedis {
  url: string;
  port: number;
  /** Lets it hold its connections and answer nothing. */
  freeze(): void;
  goOn(): void;
  stop(): Promise<void>;
}

/** Starts a Redis that writes nothing to disk. @param again the port of one that was stopped */
export async function startRedis(again?: number): Promise<TestRedis> {
  const port = again ?? (await freePort());
  const redis = spawn("redis-server", ["--port", String(port), "--save", "", "--bind", "127.0.0.1"], { stdio: "pipe" });
  while (!String((await once(redis.stdout, "data"))[0]).includes("Ready to accept connections"));
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void redis.kill("SIGSTOP"),
    goOn: () => void redis.kill("SIGCONT"),
    async stop() {
      if (!redis.kill()) return;
      await once(redis, "exit");
    },
  };
}
