import { type Api, dataOf, included, type MayflyOptions, openApi } from "./api.ts";
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
    list: async ({ limit = 20, ...filter }: EmailFilter & { limit?: number } = {}): Promise<Email[]> => {
      const found: Email[] = [];
      let cursor: string | null | undefined;
      while (found.length < limit && cursor !== null) {
        const query = { ...filter, limit: Math.min(100, limit - found.length), ...(cursor && { cursor }) };
        const page = await dataOf(this.api.GET("/api/v1/emails", { params: { query } }));
        found.push(...page.data);
        cursor = page.next_cursor;
      }
      return found;
    },
    /** Ends all addresses of a run. @returns how many it was */
    endRun: async (run: string): Promise<number> =>
      (await dataOf(this.api.DELETE("/api/v1/emails", { params: { query: { run } } }))).deactivated,
  };

  readonly messages = {
    /** Messages of all addresses, the newest first; with `q`, those that a search finds. */
    list: async ({ q, limit = 20 }: { q?: string; limit?: number } = {}): Promise<Message[]> => {
      const found: Message[] = [];
      let cursor: string | null | undefined;
      while (found.length < limit && cursor !== null) {
        const query = {
          include: included,
          limit: Math.min(100, limit - found.length),
          ...(q && { q }),
          ...(cursor && { cursor }),
        };
        const page = await dataOf(this.api.GET("/api/v1/messages", { params: { query } }));
        found.push(...page.data.map((data) => new Message(this.api, data)));
        cursor = page.next_cursor;
      }
      return found;
    },
    get: async (id: string): Promise<Message> => {
      const params = { path: { id }, query: { include: included } };
      return new Message(this.api, await dataOf(this.api.GET("/api/v1/messages/{id}", { params })));
    },
  };
}
