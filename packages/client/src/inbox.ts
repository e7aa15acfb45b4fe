import { setTimeout as pause } from "node:timers/promises";
import { type Api, dataOf, included, longestSlice, rowsOf } from "./api.ts";
import { ConfigurationError, NothingArrived, UnwantedMail } from "./errors.ts";
import { Message } from "./message.ts";
import type { Attempt, Criteria, Email, EmailChange, WaitAnswer } from "./resources.ts";
import { send } from "./send.ts";
import { usualTimeout } from "./usual_timeout.ts";

/** What to wait for, and how. */
export interface WaitOptions extends Criteria {
  /** Only mail that came after this instant, or after this message. Without it, all mail of the address counts. */
  since?: Date | Message | string | undefined;
  /** Seconds, at most an hour: 30 without it; 5 for `waitForNone`. */
  timeout?: number | undefined;
  /** Takes the message for this caller alone. */
  claim?: boolean | undefined;
  /** Seconds for which it is taken unless it is acknowledged. */
  lease?: number | undefined;
  signal?: AbortSignal | undefined;
}

export const longestWaitSeconds = 3_600;
/** Before the rest of a wait that the server ended early, because it stops. Milliseconds. */
const beforeNextSlice = 200;

/** An address and its mail. */
export class Inbox {
  readonly #api: Api;
  readonly address: string;

  constructor(api: Api, address: string) {
    this.#api = api;
    this.address = address;
  }

  /**
   * The newest message that matches, as soon as there is one.
   * @throws NothingArrived when none comes in time; its message says why
   */
  async wait(options: WaitOptions = {}): Promise<Message> {
    const [message] = await this.waitForCount(1, options);
    return message as Message;
  }

  /** As `wait`, for so many messages (1 to 10). */
  async waitForCount(count: number, options: WaitOptions = {}): Promise<Message[]> {
    const { timeout = usualTimeout.mail } = options;
    const answer = await this.#wait({ ...options, timeout }, { count });
    if (answer.found) return answer.messages.map((data) => new Message(this.#api, data));
    const few = count > 1 ? `Fewer than ${count} messages` : "No mail";
    const what = `${few} ${describe(options)}came to ${this.address} within ${timeout} s`;
    throw new NothingArrived(what, answer.explanation);
  }

  /**
   * Fulfilled when no mail that matches is there or comes until the timeout.
   * @throws UnwantedMail as soon as there is some
   */
  async waitForNone(options: WaitOptions = {}): Promise<void> {
    const { timeout = usualTimeout.none } = options;
    const answer = await this.#wait({ ...options, timeout }, { expect: "none" });
    if (!answer.found) return;
    const came = answer.messages.map(({ subject, sender, creation }) => `'${subject}' from ${sender} at ${creation}`);
    const what = `No mail ${describe(options)}should come to ${this.address}, but ${came.join(", ")} did.`;
    throw new UnwantedMail(what);
  }

  async #wait(
    { signal, since, timeout, claim, lease, ...match }: WaitOptions & { timeout: number },
    wanted: { count?: number; expect?: "none" },
  ): Promise<WaitAnswer> {
    if (!(timeout >= 0 && timeout <= longestWaitSeconds)) {
      throw new ConfigurationError(`A timeout must be 0 to ${longestWaitSeconds} seconds, not ${timeout}.`);
    }
    const end = Date.now() + timeout * 1_000;
    for (;;) {
      const seconds = Math.min(longestSlice, Math.max(0, (end - Date.now()) / 1_000));
      const body = {
        match,
        timeout: seconds,
        ...wanted,
        ...(since !== undefined && { since: instantOf(since) }),
        ...(claim !== undefined && { claim }),
        ...(lease !== undefined && { lease }),
      };
      const answer = await dataOf(
        this.#api.POST("/api/v1/emails/{id}/wait", {
          params: { path: { id: this.address } },
          body,
          fetch: (request) =>
            send(request, {
              ...{ retrySeconds: this.#api.retrySeconds, waitSeconds: seconds, until: end },
              again: (before) => withTimeout(before, body, end),
            }),
          ...(signal && { signal }),
        }),
      );
      const left = end - Date.now();
      if (answer.found || left <= beforeNextSlice) return answer;
      await pause(beforeNextSlice, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  /** Its messages, the newest first. */
  async messages({ limit = 20 }: { limit?: number | undefined } = {}): Promise<Message[]> {
    const rows = await rowsOf(limit, (page) => {
      const params = { path: { id: this.address }, query: { include: included, ...page } };
      return dataOf(this.#api.GET("/api/v1/emails/{id}/messages", { params }));
    });
    return rows.map((data) => new Message(this.#api, data));
  }

  /** Its newest message; undefined: it has none. To wait for one, use `wait`. */
  async latest(): Promise<Message | undefined> {
    return (await this.messages({ limit: 1 }))[0];
  }

  /** How many messages it has, and how many of these the key's member has not opened; 1,000: that many or more. */
  async counts(): Promise<{ messages: number; unread: number }> {
    const params = { path: { id: this.address } };
    const { messages, unread } = await dataOf(this.#api.GET("/api/v1/emails/{id}/counts", { params }));
    return { messages, unread };
  }

  /** Deletes all its messages for good. @returns how many */
  async deleteMessages(): Promise<number> {
    const params = { path: { id: this.address } };
    for (let all = 0; ; ) {
      const { deleted, left } = await dataOf(this.#api.DELETE("/api/v1/emails/{id}/messages", { params }));
      all += deleted;
      if (!left) return all;
    }
  }

  /** The newest tries to send mail there: what was taken, put off or refused, and the reply that the sender got. */
  async attempts(): Promise<Attempt[]> {
    const params = { path: { id: this.address } };
    return (await dataOf(this.#api.GET("/api/v1/emails/{id}/attempts", { params }))).data;
  }

  /** The address as it is now. */
  get(): Promise<Email> {
    return dataOf(this.#api.GET("/api/v1/emails/{id}", { params: { path: { id: this.address } } }));
  }

  update(change: EmailChange): Promise<Email> {
    return dataOf(this.#api.PATCH("/api/v1/emails/{id}", { params: { path: { id: this.address } }, body: change }));
  }

  /** From now on it takes no mail. What it has stays. */
  async end(): Promise<void> {
    await this.#api.DELETE("/api/v1/emails/{id}", { params: { path: { id: this.address } } });
  }

  toString(): string {
    return this.address;
  }
}

/**
 * The same wait for the time that is left. A claim may have been made although its answer was lost: with the same key it is
 * given again, however long the rest may take.
 */
function withTimeout({ url, method, headers, signal }: Request, body: { claim?: boolean }, end: number): Request {
  const left = new Headers(headers);
  if (!body.claim) left.delete("idempotency-key");
  const timeout = Math.min(longestSlice, Math.max(0, (end - Date.now()) / 1_000));
  return new Request(url, { method, headers: left, signal, body: JSON.stringify({ ...body, timeout }) });
}

function instantOf(since: Date | Message | string): string {
  if (since instanceof Date) {
    if (Number.isNaN(since.getTime())) throw new ConfigurationError("since is a Date that is no instant.");
    return since.toISOString();
  }
  return since instanceof Message ? since.id : since;
}

/** Criteria in words that end in a space, or nothing. */
export function describe(options: WaitOptions): string {
  const { from, to, subject, contains, header, has } = options;
  const words: string[] = [];
  const add = (what: string, wanted: string | { equals: string } | undefined) => {
    if (wanted !== undefined) words.push(`${what} '${typeof wanted === "string" ? wanted : wanted.equals}'`);
  };
  add("from", from);
  add("to", to);
  add("with subject", subject);
  add("with text", contains);
  if (header !== undefined) add(`with header ${header.name}`, header.value);
  if (has !== undefined) words.push(`with a${has === "attachment" ? "n" : ""} ${has}`);
  return words.map((word) => `${word} `).join("");
}
