import createClient, { type Client } from "openapi-fetch";
import { ConfigurationError, Refused } from "./errors.ts";
import type { paths } from "./openapi.ts";
import type { Problem } from "./resources.ts";
import { send, unexpected } from "./send.ts";

export interface MayflyOptions {
  /** Where the server is, such as `https://mail.example.com`. Without it: MAYFLY_URL. */
  url?: string | undefined;
  /** A key from the page API Access. Without it: MAYFLY_KEY. */
  key?: string | undefined;
  /** Seconds for which a call is tried again while the server is away or busy: 45 without it. */
  retrySeconds?: number | undefined;
}

/** The calls of the server, typed. They answer `{ data }`, or throw. */
export interface Api extends Client<paths> {
  readonly retrySeconds: number;
  /** A POST of JSON to a path that is no call of the REST API. */
  post(path: string, body: string, init: { headers: Record<string, string>; signal: AbortSignal }): Promise<Response>;
}

/** A server whose database is away for half a minute, as while that is restarted, fails no test (row Z15). */
const usualRetrySeconds = 45;
/** Rows of a page, at most. */
const longestPage = 100;
/** What messages are asked for with, so that all that are shown have the same. */
export const included: ("text" | "links")[] = ["text", "links"];
/** Seconds for which the server is asked to hold one call: less than the minute after which proxies give up. */
export const longestSlice = 50;

/** @throws ConfigurationError when there is no usable URL or key */
export function openApi({
  url = process.env["MAYFLY_URL"],
  key = process.env["MAYFLY_KEY"],
  retrySeconds = usualRetrySeconds,
}: MayflyOptions): Api {
  if (!url?.trim())
    throw new ConfigurationError("No URL: set MAYFLY_URL, or give `url`, such as http://localhost:3000.");
  if (!/^https?:\/\/[^/]/i.test(url.trim()) || !URL.canParse(url.trim())) {
    throw new ConfigurationError(`'${url}' is not a URL: set MAYFLY_URL to one such as http://localhost:3000.`);
  }
  if (new URL(url.trim()).username !== "") {
    throw new ConfigurationError("MAYFLY_URL must not contain a user name or password: the key goes into MAYFLY_KEY.");
  }
  if (!key?.trim()) {
    throw new ConfigurationError(
      "No key: set MAYFLY_KEY, or give `key`. You create one under API Access in the web app.",
    );
  }
  if (!/^[!-~]+$/.test(key.trim())) {
    throw new ConfigurationError(
      "MAYFLY_KEY contains characters that no key has: copy it again, without quotes or spaces.",
    );
  }
  const baseUrl = url.trim().replace(/\/+$/, "");
  if (baseUrl.endsWith("/api/v1")) {
    const server = baseUrl.slice(0, -"/api/v1".length);
    throw new ConfigurationError(`MAYFLY_URL is the address of the server alone: set it to ${server}.`);
  }
  const authorization = `Bearer ${key.trim()}`;
  const client = createClient<paths>({
    baseUrl,
    headers: { authorization },
    querySerializer: { array: { style: "form", explode: false } },
    fetch: (request) => send(request, { retrySeconds }),
  });
  client.use({
    onRequest({ schemaPath, params }) {
      for (const [name, value] of Object.entries(params.path ?? {})) {
        // As a part of a path these lead elsewhere, such as to a list.
        const given = String(value ?? "");
        if (["", ".", ".."].includes(given.trim()))
          throw new ConfigurationError(`'${given}' is no ${name} for ${schemaPath}.`);
      }
    },
    async onResponse({ request, response, options }) {
      const types = options.parseAs === "json" ? ["application/json"] : undefined;
      await requireAnswer(`${request.method} ${new URL(request.url).pathname}`, request.url, response, types);
    },
  });
  return {
    ...client,
    retrySeconds,
    async post(path, body, { headers, signal }) {
      const all = { authorization, "content-type": "application/json", ...headers };
      const request = new Request(baseUrl + path, { method: "POST", body, headers: all, signal });
      const response = await send(request, { retrySeconds, waitSeconds: longestSlice });
      const type = response.headers.get("content-type") ?? "";
      // What a protocol on top says by a status, its messages say too.
      if (type.startsWith("application/json") || type.startsWith("text/event-stream")) return response;
      await requireAnswer(`POST ${path}`, request.url, response, []);
      return response;
    },
  };
}

/** @throws what a refusal says, or that it is no answer of a Mayfly server */
async function requireAnswer(call: string, url: string, response: Response, types: string[] | undefined) {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/problem+json")) throw new Refused(call, (await response.json()) as Problem);
  const isEmpty = response.status === 202 || response.status === 204;
  const isRead = isEmpty || types === undefined || types.some((one) => type.startsWith(one));
  if (!response.ok || !isRead) throw unexpected(call, url, response);
}

/** What a call answered. What it refused was thrown before. */
export async function dataOf<Data>(call: Promise<{ data?: Data }>): Promise<NonNullable<Data>> {
  return (await call).data as NonNullable<Data>;
}

/** The newest rows of a list, page after page. */
export async function rowsOf<Row>(
  limit: number,
  ask: (page: { limit: number; cursor?: string }) => Promise<{ data: Row[]; next_cursor: string | null }>,
): Promise<Row[]> {
  const found: Row[] = [];
  let cursor: string | null | undefined;
  while (found.length < limit && cursor !== null) {
    const page = await ask({ limit: Math.min(longestPage, limit - found.length), ...(cursor && { cursor }) });
    found.push(...page.data);
    cursor = page.next_cursor;
  }
  return found;
}
