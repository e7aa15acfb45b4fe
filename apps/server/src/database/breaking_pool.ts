import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

/** How long a connection may be in use before it is asked whether the database answers at all. Milliseconds. */
const suspectedAfter = 5_000;
/** A database that leaves a new connection unanswered for this long is silent. Milliseconds. */
const silentAfter = 5_000;
const pauseMilliseconds = 250;

/** What the driver says when it gets no answer in time. */
const isSilence = ({ message }: Error) =>
  /timeout expired|timeout exceeded|connection timeout|read timeout/i.test(message);

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * A pool that does not wait for a database that is frozen, or slower than anybody can wait for (row Z15): once a new connection
 * gets no answer, whatever is under way fails, and so does at once what comes next, until the database answers again. A
 * statement that merely takes long has its own time limit.
 */
export class BreakingPool extends pg.Pool {
  readonly #inUse = new Map<pg.PoolClient, NodeJS.Timeout>();
  /** When a statement of this pool was answered last. As `performance.now()`. */
  #heard = Number.NEGATIVE_INFINITY;
  #isLooking = false;
  #isSilent = false;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on("acquire", (client) => {
      this.#inUse.set(client, setTimeout(() => void this.#look(), suspectedAfter).unref());
    });
    this.on("release", (error, client) => {
      if (!error) this.#heard = performance.now();
      clearTimeout(this.#inUse.get(client));
      this.#inUse.delete(client);
    });
    // An idle connection that breaks is replaced at the next use. One that is in use fails its query, or the next one: without
    // somebody who hears of it besides, it would end the process.
    this.on("error", () => undefined);
    this.on("connect", (client) => client.on("error", () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.#connect();
    this.#connect().then(
      (client) => callback(undefined, client, (error) => client.release(error as Error)),
      (error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#isSilent) throw new Error("Connection terminated: the database does not answer");
    try {
      return await super.connect();
    } catch (error) {
      if (isSilence(error as Error)) void this.#look();
      throw error;
    }
  }

  /** Finds out whether the database is silent, and waits until it is no longer. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    // Where all connections are taken, such as a pooler's, a new one may wait although the database answers.
    for (let began = performance.now(); !this.ending && !(await this.#answers()); began = performance.now()) {
      if (this.#heard > began) break;
      this.#isSilent = true;
      // With a statement under way, this ends the connection without a farewell.
      for (const client of this.#inUse.keys()) (client as unknown as pg.Client).end().catch(() => undefined);
      await wait(pauseMilliseconds, undefined, { ref: false });
    }
    this.#isLooking = false;
    this.#isSilent = false;
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({
      ...this.options,
      ...{ connectionTimeoutMillis: silentAfter, query_timeout: silentAfter },
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("SELECT 1");
      return true;
    } catch (error) {
      // A refusal is an answer.
      return !isSilence(error as Error);
    } finally {
      client.end().catch(() => undefined);
    }
  }
}
