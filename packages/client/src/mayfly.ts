import { setTimeout as pause } from "node:timers/promises";
import { type Api, dataOf, included, type MayflyOptions, openApi, rowsOf } from "./api.ts";
import { Inbox } from "./inbox.ts";
import { Message } from "./message.ts";
import type { Email, EmailFilter, Me, NewEmail } from "./resources.ts";

/** How long a job is waited for. Milliseconds. */
const longestJob = 600_000;
/** Between looks whether a job has ended. */
const lookMilliseconds = 500;

/** A Mayfly server, as a program with a key sees it. */
export class Mayfly {
  /** Every call of the REST API, typed. A refusal is thrown. */
  readonly api: Api;

  /** @throws ConfigurationError when there is no usable URL or key, in the options or the environment */
  constructor(options: MayflyOptions = {}) {
    this.api = openApi(options);
  }

  /** Whose key it is, what it may do, and what the plan leaves. */
  me(): Promise<Me> {
    return dataOf(this.api.GET("/api/v1/me"));
  }

  readonly emails = {
    /** Makes an address. Everything is optional. */
    create: async (given: NewEmail = {}): Promise<Inbox> => {
      const { email_name } = await dataOf(this.api.POST("/api/v1/emails", { body: given }));
      return new Inbox(this.api, email_name);
    },
    /** An address that there is already. Asks the server for nothing. */
    open: (address: string): Inbox => new Inbox(this.api, address),
    /** Addresses, the newest first. */
    list: ({ limit = 20, ...filter }: EmailFilter & { limit?: number } = {}): Promise<Email[]> =>
      rowsOf(limit, (page) => dataOf(this.api.GET("/api/v1/emails", { params: { query: { ...filter, ...page } } }))),
    /** Ends all addresses of a run, and waits until the last of very many has ended. @returns how many it was */
    endRun: async (run: string): Promise<number> => {
      const { deactivated, job } = await dataOf(this.api.DELETE("/api/v1/emails", { params: { query: { run } } }));
      return job ? this.#endOf(job) : deactivated;
    },
  };

  readonly messages = {
    /** Messages of all addresses, the newest first; with `q`, those that a search finds. */
    list: async ({ q, limit = 20 }: { q?: string; limit?: number } = {}): Promise<Message[]> => {
      const rows = await rowsOf(limit, (page) => {
        const query = { include: included, ...page, ...(q !== undefined && { q }) };
        return dataOf(this.api.GET("/api/v1/messages", { params: { query } }));
      });
      return rows.map((data) => new Message(this.api, data));
    },
    get: async (id: string): Promise<Message> => {
      const params = { path: { id }, query: { include: included } };
      return new Message(this.api, await dataOf(this.api.GET("/api/v1/messages/{id}", { params })));
    },
  };

  /** Waits for a job's end. @returns how many records it is about @throws when it ends before all of them are done, or takes long */
  async #endOf(id: string): Promise<number> {
    const begun = performance.now();
    for (;;) {
      const { status, done, total, error } = await dataOf(
        this.api.GET("/api/v1/jobs/{id}", { params: { path: { id } } }),
      );
      if (status === "done") return done;
      if (status === "failed") throw new Error(`The server ended ${done} addresses and stopped: ${error}`);
      if (performance.now() - begun > longestJob) {
        throw new Error(`The server has ended ${done} of ${total} addresses so far, and goes on.`);
      }
      await pause(lookMilliseconds);
    }
  }
}
