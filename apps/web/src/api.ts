import { type Contract, errorText, limits, requestOf, texts } from "@mayfly/contracts";
import type { output, input as parsedFrom } from "zod/mini";
import { track } from "./analytics.ts";
import { eventsOf } from "./callEvents.ts";
import { hearTime } from "./clock.ts";

type Fields<C extends Contract> = parsedFrom<C["input"]>;

export interface Sending {
  /** How a POST travels: JSON unless told otherwise. */
  as?: "json" | "form";
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  statusText: string;
  ok: boolean;
  /** The body as JSON; undefined when it is none. */
  body: unknown;
  /** The body as it came. */
  text: string;
  /** Seconds after which a call that came too soon may be made again. */
  retryAfter?: number | undefined;
}

/** No answer: the server could not be reached, or the connection broke off. */
export class NetworkFailure extends Error {}

/** An answer that is not OK, with the server's text for the user if it gave one. */
export class Refused extends Error {
  readonly status: number;
  readonly text: string | undefined;
  readonly #body: unknown;

  constructor({ status, body, retryAfter }: Partial<Answer> & Pick<Answer, "status" | "body">) {
    const said = errorText(body);
    // The server's words for what it did not expect say less than those of a page.
    const own = said === texts.unexpected ? undefined : said;
    const text = own ?? (retryAfter === undefined ? undefined : texts.tooManyRequests(retryAfter));
    super(text ?? `HTTP ${status}`);
    this.status = status;
    this.text = text;
    this.#body = body;
  }

  /** Whether the answer holds a text, wherever in it: an exception may say more than what is for the user. */
  says(text: string) {
    return String(JSON.stringify(this.#body)).includes(text);
  }
}

/** Somebody else has deleted meanwhile what the call was about. */
export const isGone = (failure: unknown) => failure instanceof Refused && failure.status === 404;

/** What the server said to the user when it refused, if it did. */
export const refusalText = (failure: unknown) => (failure instanceof Refused ? failure.text : undefined);

/** What to tell the user where the requirements name no text of its own. */
export function failureText(failure: unknown): string {
  if (failure instanceof NetworkFailure) return texts.networkError;
  return refusalText(failure) ?? texts.unexpected;
}

let sessionLost = () => {};

/** Told when a call that needs a session, and was made since, is answered with 401. There is one listener, the last. */
export function onSessionLost(listener: () => void) {
  sessionLost = listener;
}

/** The answer whatever it is, for the few who read more than the contract's output. Throws NetworkFailure only. */
export async function send<C extends Contract>(contract: C, input: Fields<C>, sending?: Sending): Promise<Answer> {
  const { path, ...sent } = requestOf(contract, input as object, sending?.as);
  const headers = { Accept: "application/json", ...sent.headers, ...sending?.headers };
  const signal = AbortSignal.timeout(limits.callPatience);
  // Who has logged in since loses nothing by an answer to those before.
  const lost = sessionLost;
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, { ...sent, headers, credentials: "include", signal });
    text = await response.text();
  } catch (cause) {
    track("error", { call: contract.path, status: 0 });
    throw new NetworkFailure(texts.networkError, { cause });
  }
  hearTime(response.headers.get("Date"));
  if (response.status === 401 && contract.access !== "Guest") lost();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy's HTML page, or nothing: the status says the rest.
  }
  const { status, statusText, ok } = response;
  for (const event of eventsOf(contract, input as object, { ok, body })) track(event);
  // Not being logged in is no error.
  if (!ok && status !== 401) track("error", { call: contract.path, status });
  // As seconds; the other form, a date, is not ours.
  const wait = status === 429 ? Number(response.headers.get("Retry-After") ?? Number.NaN) : Number.NaN;
  return { status, statusText, ok, body, text, retryAfter: Number.isFinite(wait) ? wait : undefined };
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
