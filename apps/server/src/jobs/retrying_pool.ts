import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { connectionSettings } from "../database/database.ts";

/** Between two attempts to connect. Milliseconds. */
const connectPauseMilliseconds = 250;

/** SQLSTATEs of a database that is going away, is full, takes too long, or is read-only, as before a failover. */
const isAway = /^(08|53|57|25006)/;

/** An error that makes graphile-worker try again (SQLSTATE cannot_connect_now). */
const retryable = (cause: unknown) => Object.assign(new Error((cause as Error).message, { cause }), { code: "57P03" });

/**
 * The worker's connections. graphile-worker does not await the statement that ends a job: its failure would be an
 * unhandled rejection, and end the process. So this pool waits for a database that is away.
 */
export class RetryingPool extends pg.Pool {
  readonly #stopping: AbortSignal;
  readonly #connecting = new Set<Promise<pg.PoolClient>>();

  constructor(connectionString: string, stopping: AbortSignal) {
    super({ connectionString, max: 6, ...connectionSettings });
    this.#stopping = stopping;
    // An idle connection that breaks is replaced at its next use; it is no reason to end the process.
    this.on("error", () => undefined);
    this.on("connect", (client) => {
      client.on("error", () => undefined);
      const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown> | undefined;
      const patient = (...args: unknown[]) =>
        query(...args)?.catch((error) => {
          if (error instanceof pg.DatabaseError) throw isAway.test(error.code ?? "") ? retryable(error) : error;
          // The connection may still be waiting for an answer that never comes.
          void client.end().catch(() => undefined);
          throw retryable(error);
        });
      Object.assign(client, { query: patient });
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | undefined {
    if (callback !== undefined) {
      super.connect(callback);
      return undefined;
    }
    const connected = this.#connect();
    this.#connecting.add(connected);
    const settled = () => this.#connecting.delete(connected);
    connected.then(settled, settled);
    return connected;
  }

  /** Serves first who has asked for a connection, such as for the statement that ends a job; pg's pool forgets them. */
  override async end(): Promise<void> {
    await Promise.allSettled(this.#connecting);
    await super.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (this.#stopping.aborted) throw retryable(error);
        await wait(connectPauseMilliseconds);
      }
    }
  }
}
