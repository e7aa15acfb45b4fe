import { type Api, dataOf, included, type MayflyOptions, openApi, rowsOf } from "./api.ts";
import { Inbox } from "./inbox.ts";
import { Message } from "./message.ts";
import type { Email, EmailFilter, Me, NewEmail } from "./resources.ts";

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
    /** Ends all addresses of a run. @returns how many it was */
    endRun: async (run: string): Promise<number> =>
      (await dataOf(this.api.DELETE("/api/v1/emails", { params: { query: { run } } }))).deactivated,
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
}
