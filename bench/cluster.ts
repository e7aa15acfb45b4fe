import type { RootDatabase } from "@mayfly/server/database/database";
import { freePort } from "@mayfly/server/process/free_port";
import { startRedis } from "@mayfly/server/testing/redis";
import { atEnd } from "./cleanup.ts";
import { startMayfly, startServer } from "./mayfly.ts";
import type { Program } from "./programs.ts";

/** A process that can be ended and started again as it was. */
interface Node {
  program: Program;
  url: string;
  smtpPort: number;
  start(): Promise<void>;
  kill(): void;
}

export interface Cluster {
  rootDb: RootDatabase;
  web: [Node, Node];
  smtp: Node;
  worker: Node;
  /** Starts one more process of the product on the same database. */
  startAnother(roles: string): Promise<Node>;
}

/**
 * Starts the processes on one Postgres, with fsync on, and one Redis.
 * @param settings environment variables that differ from the usual ones
 */
export async function startCluster(settings: Record<string, string> = {}): Promise<Cluster> {
  const redis = await startRedis();
  atEnd(redis.stop);
  const secret = { SECRET_KEY: "a secret key for proofs, of 32 and more" };
  // This process only keeps the embedded Postgres running.
  const keeper = await startMayfly("cluster", { ...secret, ROLES: "web" });
  const { rootDb, databaseUrl: DATABASE_URL, folder: DATA_DIR } = keeper;
  const shared = {
    ...{ ...secret, DATABASE_URL, REDIS_URL: redis.url, DATA_DIR, LOG_LEVEL: "warn", ALLOW_PRIVATE_NETWORK: "on" },
    ...{ WEBHOOK_MILLISECONDS: "1000", SMTP_MAX_CONNECTIONS_PER_ADDRESS: "2000" },
    ...settings,
  };
  const startAnother = async (ROLES: string): Promise<Node> => {
    const [port, smtpPort] = [await freePort(), await freePort()];
    const given = { ...shared, ROLES, PORT: `${port}`, SMTP_PORT: `${smtpPort}` };
    const node: Node = {
      ...{ program: await startServer(given), url: `http://127.0.0.1:${port}`, smtpPort },
      async start() {
        node.program = await startServer(given);
      },
      kill: () => void process.kill(node.program.pid, "SIGKILL"),
    };
    return node;
  };
  const [smtp, one, two, worker] = await Promise.all([
    startAnother("smtp"),
    startAnother("web"),
    startAnother("web"),
    startAnother("worker"),
  ]);
  return { rootDb, web: [one, two], smtp, worker, startAnother };
}
