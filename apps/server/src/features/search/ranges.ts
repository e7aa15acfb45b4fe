import type pg from "pg";
import { earlier, firstName, later, noName, timeOf } from "./names.ts";

/** Messages that one worker indexes: those with names behind `first`, up to `last`. */
export interface Range {
  /** Mail that came, or mail that is indexed already, whose words are written anew. */
  kind: "new" | "remade";
  first: string;
  last: string;
  /** How many workers have begun with it. Those that did not end it may have died of it. */
  tries: number;
  /** Whether there is more behind it. */
  isFull: boolean;
}

/** What is looked through for mail that was on disk late. */
export interface Look {
  after: string;
  to: string;
  /** What is in a range that is under way when it begins is not looked at. */
  unfinished: string | null;
}

export interface RangesOptions {
  pool: pg.Pool;
  /** The version of the words that all of the index is to have. */
  version: number;
}

/** How much later than another one a message may be on disk that was named first. Milliseconds. */
export const settledMilliseconds = 60_000;
/** Most mail is on disk so long after it was named, so hardly any is late. Milliseconds. */
const namedMilliseconds = 300;
/** For how long a worker that has stopped without a word keeps others from its messages. */
const leaseSeconds = 15;
export const renewMilliseconds = 5_000;
/** Messages of one range. */
const longest = 200;
/** While nothing comes, how far mail is indexed is written so often. Milliseconds. */
const noteMilliseconds = 10_000;

/**
 * The queue of the index (row T03). New mail is handed out in the order of its names, which is that of its time, a range at a
 * time, so it is divided evenly whoever's it is. A range stays until its words are written, or its worker's lease ends. What is
 * on disk only after the range that its name falls into was read is found by looks over the last minute.
 */
export class Ranges {
  readonly #pool: pg.Pool;
  readonly #version: number;
  readonly #own = crypto.randomUUID();
  /** The ranges that are under way here. Others are not kept, although they may have been claimed here. */
  readonly #held = new Set<Range>();

  constructor({ pool, version }: RangesOptions) {
    this.#pool = pool;
    this.#version = version;
  }

  /** Takes the next range; undefined when there is none. */
  async claim(): Promise<Range | undefined> {
    const range = await this.#claimNext();
    if (range !== undefined) this.#held.add(range);
    return range;
  }

  /** Says that its words are written, or leaves it to whoever claims it next: this process too. */
  async end(range: Range, isWritten: boolean): Promise<void> {
    this.#held.delete(range);
    if (isWritten) return;
    await this.#pool.query("UPDATE search_range SET until = now() WHERE kind = $1 AND first = $2 AND worker = $3", [
      range.kind,
      range.first,
      this.#own,
    ]);
  }

  async #claimNext(): Promise<Range | undefined> {
    return this.#inTurn(async (client, state) => {
      const now = Date.now();
      const edge = firstName(now - namedMilliseconds);
      // When a clock that was ahead is right again, it goes back.
      const from = state.claimed_to > firstName(now + settledMilliseconds) ? edge : state.claimed_to;
      const { rows } = await client.query<Ahead>(whatIsAhead, [from, edge, longest]);
      const { unfinished, abandoned, count, last } = rows[0] ?? nothingAhead;
      const isFull = count === longest && last !== null;
      const to = isFull ? last : later(from, edge);
      const indexed = timeOf(earlier(unfinished ?? to, count > 0 ? from : to));
      const isMoved = count > 0 || from !== state.claimed_to;
      const hasEnded = timeOf(state.claimed_to) > state.indexed_to;
      const lag = Math.abs(indexed.getTime() - state.indexed_to.getTime());
      if (abandoned === null && (isMoved || lag > (hasEnded ? 0 : noteMilliseconds))) {
        await client.query(moveOn, [to, indexed, this.#own, firstName(now - settledMilliseconds)]);
      }
      if (abandoned !== null) return this.#takeOver(client, abandoned);
      if (count > 0) return this.#take(client, { kind: "new", first: from, last: to, isFull });
      return state.version < this.#version ? this.#remakeNext(client, state.remade_to ?? noName, to) : undefined;
    });
  }

  /** Keeps the ranges that are under way here. */
  async renew(): Promise<void> {
    const held = [...this.#held].map(({ kind, first }) => ({ kind, first }));
    if (held.length === 0) return;
    await this.#pool.query(
      `UPDATE search_range AS range SET until = ${inLease} FROM json_to_recordset($2::json) AS held (kind text, first uuid)
      WHERE range.worker = $1 AND range.kind = held.kind AND range.first = held.first`,
      [this.#own, JSON.stringify(held)],
    );
  }

  /** Leaves to others what this worker has. */
  async release(): Promise<void> {
    await this.#pool.query("UPDATE search_range SET until = now() WHERE worker = $1", [this.#own]);
    await this.#pool.query("UPDATE search_state SET until = now() WHERE worker = $1", [this.#own]);
  }

  /** Takes the turn to look for mail that was on disk late; undefined while another one has it, or none is due. */
  async claimLook(): Promise<Look | undefined> {
    const { rows } = await this.#pool.query<Look>(
      `UPDATE search_state SET look_due = ${inLease} WHERE look_due <= now()
      RETURNING settled_to AS after, claimed_to AS to, (${firstUnfinished}) AS unfinished`,
    );
    return rows[0];
  }

  /** Keeps the turn. */
  async renewLook(): Promise<void> {
    await this.#pool.query(`UPDATE search_state SET look_due = ${inLease}`);
  }

  /**
   * Says that a look has found all that is there.
   * @param began when, in milliseconds
   * @param pause until the next one, in milliseconds
   */
  async endLook({ to, unfinished }: Look, began: number, pause: number): Promise<void> {
    // What comes while its range is under way may be late as well.
    const settled = earlier(unfinished ?? to, earlier(to, firstName(began - settledMilliseconds)));
    await this.#pool.query(
      `UPDATE search_state SET look_due = now() + $2::float8 * interval '1 millisecond',
        settled_to = greatest(settled_to, least($1::uuid, (${firstUnfinished})))`,
      [settled, pause],
    );
  }

  async #inTurn<Result>(work: (client: pg.PoolClient, state: State) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    let failed: Error | undefined;
    try {
      await client.query("BEGIN");
      // Only then is seen what others have claimed before.
      const { rows } = await client.query<State>(`
        SELECT indexed_to, claimed_to, version, remade_to FROM search_state FOR UPDATE`);
      const [state] = rows;
      if (state === undefined) throw new Error("search_state has no row");
      const result = await work(client, state);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      failed = error as Error;
      throw error;
    } finally {
      // A connection with an open transaction is closed.
      client.release(failed);
    }
  }

  async #take(client: pg.PoolClient, range: Omit<Range, "tries">): Promise<Range> {
    const { kind, first, last } = range;
    await client.query(
      `INSERT INTO search_range (kind, first, last, worker, until) VALUES ($1, $2, $3, $4, ${inLease})`,
      [kind, first, last, this.#own],
    );
    return { ...range, tries: 1 };
  }

  async #takeOver(client: pg.PoolClient, { kind, first }: Pick<Range, "kind" | "first">): Promise<Range | undefined> {
    const { rows } = await client.query<Omit<Range, "isFull">>(
      `UPDATE search_range SET worker = $3, until = ${inLease}, tries = tries + 1 WHERE kind = $1 AND first = $2
      RETURNING kind, first, last, tries`,
      [kind, first, this.#own],
    );
    return rows[0] && { ...rows[0], isFull: true };
  }

  /** The next messages whose words are of a version before. @param to what comes later has the new ones */
  async #remakeNext(client: pg.PoolClient, first: string, to: string): Promise<Range | undefined> {
    const { rows } = await client.query<{ last: string | null; others: boolean }>(whatIsOld, [first, to, longest]);
    const { last, others } = rows[0] ?? { last: null, others: true };
    if (last !== null) {
      await client.query("UPDATE search_state SET remade_to = $1", [last]);
      return this.#take(client, { kind: "remade", first, last, isFull: true });
    }
    if (!others) await client.query("UPDATE search_state SET remade_to = NULL, version = $1", [this.#version]);
    return undefined;
  }
}

interface State {
  indexed_to: Date;
  claimed_to: string;
  version: number;
  remade_to: string | null;
}

interface Ahead {
  unfinished: string | null;
  abandoned: Pick<Range, "kind" | "first"> | null;
  count: number;
  last: string | null;
}
const nothingAhead: Ahead = { unfinished: null, abandoned: null, count: 0, last: null };

const inLease = `now() + interval '${leaseSeconds} seconds'`;
const firstUnfinished = "SELECT first FROM search_range WHERE kind = 'new' ORDER BY first LIMIT 1";

const whatIsAhead = `
  SELECT (${firstUnfinished}) AS unfinished, count(*)::int, max(name::text) AS last, (
    SELECT json_build_object('kind', kind, 'first', first) FROM search_range
    WHERE until <= now() ORDER BY kind, first LIMIT 1
  ) AS abandoned
  FROM (SELECT name FROM customer_inbox WHERE name > $1 AND name < $2 ORDER BY name LIMIT $3) AS ahead`;

// The version before leaves the index to a worker that it does not know.
const moveOn = `
  UPDATE search_state SET claimed_to = $1, indexed_to = $2, worker = $3, until = ${inLease}, settled_to = least(settled_to, $4)`;

const whatIsOld = `
  SELECT max(name::text) AS last, EXISTS (SELECT FROM search_range WHERE kind = 'remade') AS others
  FROM (SELECT name FROM customer_inbox WHERE name > $1 AND name <= $2 ORDER BY name LIMIT $3) AS ahead`;
