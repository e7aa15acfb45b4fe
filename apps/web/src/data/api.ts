import { type Contract, errorText, requestOf, texts } from "@mayfly/contracts";
import type { output, input as parsedFrom } from "zod/mini";
import { track } from "./analytics.ts";
import { eventsOf } from "./callEvents.ts";
import { hearTime } from "./clock.ts";
import { callTimeout } from "./limits.ts";
import { connectionTexts } from "./texts/connection.ts";

type Fields<C extends Contract> = parsedFrom<C["input"]>;

export interface Sending {
  /** How the body of a POST is encoded; JSON by default. */
  as?: "json" | "form";
  headers?: Record<string, string>;
  /** Whether the call is made even if its page is closed meanwhile. */
  keepalive?: boolean;
}

export interface Answer {
  status: number;
  statusText: string;
  ok: boolean;
  /** The body parsed as JSON; undefined if it is not JSON. */
  body: unknown;
  /** The body as it came. */
  text: string;
  /** Seconds until a call that was refused for its rate may be made again. */
  retryAfter?: number | undefined;
}

/** No answer: the server could not be reached, or the connection broke off. */
export class NetworkFailure extends Error {}

/** An answer that is not OK, with the server's text for the user if it gave one. */
export class Refused extends Error {
  readonly status: number;
  readonly text: string | undefined;
  readonly body: unknown;

  constructor({ status, body, retryAfter }: Partial<Answer> & Pick<Answer, "status" | "body">) {
    const said = errorText(body);
    // The server's text for an unexpected error says less than the page's own text for the failure.
    const own = said === texts.unexpected ? undefined : said;
    const text = own ?? (retryAfter === undefined ? undefined : texts.tooManyRequests(retryAfter));
    super(text ?? `HTTP ${status}`);
    this.status = status;
    this.text = text;
    this.body = body;
  }

  /** Whether the answer contains a text anywhere: an exception may say more than its text for the user. */
  says(text: string) {
    return String(JSON.stringify(this.body)).includes(text);
  }
}

/** Whether somebody else has deleted the document that the call was about. */
export const isGone = (failure: unknown) => failure instanceof Refused && failure.status === 404;

/** Whether the server refused a call because there is one like it already. */
export const isTaken = (failure: unknown) => failure instanceof Refused && failure.status === 409;

/** The server's text for the user if it refused the call and gave one. */
export const refusalText = (failure: unknown) => (failure instanceof Refused ? failure.text : undefined);

/** What to tell the user about a failure for which the requirements name no text. */
export function failureText(failure: unknown): string {
  if (failure instanceof NetworkFailure) return connectionTexts.networkError;
  return refusalText(failure) ?? texts.unexpected;
}

let sessionLost = () => new Promise<void>(() => {});

/**
 * Sets the one listener, called when a call that needs a session, and was made since, is answered with 401. The call is
 * made again once the promise is fulfilled.
 */
export function onSessionLost(listener: () => Promise<void>) {
  sessionLost = listener;
}

/**
 * Returns any answer, for the few callers that read more than the contract's output. Throws only NetworkFailure. If the
 * session has ended, it goes on after the user's next login, or never returns: the screens that made the calls say nothing.
 */
export async function send<C extends Contract>(contract: C, input: Fields<C>, sending?: Sending): Promise<Answer> {
  const { path, ...sent } = requestOf(contract, input as object, sending?.as);
  const headers = { Accept: "application/json", ...sent.headers, ...sending?.headers };
  const signal = AbortSignal.timeout(callTimeout);
  // An answer to a call of an earlier session must not end the session of a user who has logged in since.
  const lost = sessionLost;
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, { ...sent, ...sending, headers, credentials: "include", signal });
    text = await response.text();
  } catch (cause) {
    track("error", { call: contract.path, status: 0 });
    throw new NetworkFailure(connectionTexts.networkError, { cause });
  }
  hearTime(response.headers.get("Date"));
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The body is a proxy's HTML page, or empty: the status says the rest.
  }
  const { status, statusText, ok } = response;
  for (const event of eventsOf(contract, input as object, { ok, body })) track(event);
  // Not being logged in is no error.
  if (!ok && status !== 401) track("error", { call: contract.path, status });
  if (status === 401 && contract.access !== "Guest") {
    await lost();
    return send(contract, input, sending);
  }
  // Our server sends Retry-After in seconds, never as a date.
  const wait = status === 429 ? Number(response.headers.get("Retry-After")) : 0;
  return { status, statusText, ok, body, text, retryAfter: wait || undefined };
}

/**
 * The contract's output. Throws NetworkFailure, Refused (for `success: false` too, which may come with 200, P103), or
 * whatever parsing a strange answer throws.
 */
export async function call<C extends Contract>(
  contract: C,
  input: Fields<C>,
  sending?: Sending,
): Promise<output<C["output"]>> {
  const answer = await send(contract, input, sending);
  if (!answer.ok) throw new Refused(answer);
  const payload = contract.bare ? answer.body : (answer.body as { message?: unknown } | null | undefined)?.message;
  if ((payload as { success?: unknown } | null | undefined)?.success === false) {
    throw new Refused({ status: answer.status, body: payload });
  }
  return contract.output.parse(payload) as output<C["output"]>;
}
