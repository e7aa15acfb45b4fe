import { setTimeout as pause } from "node:timers/promises";
import { ConnectionError, UnexpectedAnswer } from "./errors.ts";

/** Seconds that a call may take, besides those for which it asks the server to wait. */
const answerSeconds = 30;
/** Before a call is tried again, twice as long each time. Milliseconds. */
const shortestPause = 100;
const longestPause = 2_000;

/** Faults of the URL or of a certificate: they do not pass. */
const lasting =
  /ENOTFOUND|CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|EPROTO|ERR_INVALID_URL|bad port/;

export interface SendOptions {
  /** Seconds for which a call that fails for the moment is tried again. */
  retrySeconds: number;
  /** Seconds that the server was asked to wait. */
  waitSeconds?: number;
  /** When the caller has waited long enough, in milliseconds since 1970: until then it is tried again in any case. */
  until?: number;
  /** What is sent instead when it is tried again. */
  again?: (request: Request) => Request;
}

/**
 * Sends a request, again while the server is away or says that it is busy, if it may be repeated.
 * @throws ConnectionError, or the reason of the request's signal
 */
export async function send(first: Request, options: SendOptions): Promise<Response> {
  const { retrySeconds, waitSeconds = 0, until = 0, again = (request) => request } = options;
  let request = first;
  const { signal } = first;
  // A POST is done once however often it is sent, because of its key. What a change means may depend on when it comes.
  const isRepeatable = request.method !== "PATCH";
  markOnce(request);
  let end: number | undefined;
  for (let attempt = 0; ; attempt += 1) {
    const [response, error] = await attemptOnce(request, Math.ceil((waitSeconds + answerSeconds) * 1_000));
    signal.throwIfAborted();
    if (request.method === "DELETE" && attempt > 0 && response?.status === 404)
      return new Response(null, { status: 204 });
    // A wait may well have lasted longer before it failed.
    end ??= Math.max(Date.now() + retrySeconds * 1_000, until);
    const left = end - Date.now();
    const isOver = (milliseconds: number) => !isRepeatable || milliseconds > left;
    let milliseconds = Math.min(longestPause, shortestPause * 2 ** attempt) * (0.5 + Math.random() / 2);
    if (response !== undefined) {
      if (!(await isPassing(response))) return response;
      milliseconds = Math.max(milliseconds, retryAfter(response));
      if (isOver(milliseconds)) return response;
    } else if (lasting.test(causesOf(error)) || isOver(milliseconds)) throw unreachable(request, error);
    await pause(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
    request = again(request);
    markOnce(request);
  }
}

function markOnce({ method, headers }: Request) {
  if (method === "POST" && !headers.has("idempotency-key")) headers.set("idempotency-key", crypto.randomUUID());
}

/** Statuses with which a proxy says that the server behind it is away, and the server that it is busy. */
const away = [502, 503, 504];

/** How long a server asks to be left alone, in seconds or until an instant (RFC 9110, section 10.2.3). Milliseconds. */
function retryAfter({ headers }: Response): number {
  const given = headers.get("retry-after") ?? "";
  const milliseconds = /^\d+$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - Date.now();
  return Number.isFinite(milliseconds) ? milliseconds : 0;
}

async function attemptOnce(request: Request, milliseconds: number): Promise<[Response | undefined, unknown]> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(milliseconds)]);
  try {
    const response = await fetch(request.clone(), { signal, redirect: "manual" });
    // Read to its end here: a connection may also be lost in the middle of an answer.
    const body = await response.arrayBuffer();
    const { status, headers } = response;
    return [new Response(body.byteLength === 0 ? null : body, { status, headers }), undefined];
  } catch (error) {
    return [undefined, error];
  }
}

/** Whether the same request may well be answered otherwise a little later. */
async function isPassing(response: Response): Promise<boolean> {
  if (response.status === 429 || away.includes(response.status)) return true;
  if (response.status !== 409) return false;
  const problem = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  return problem.code === "idempotency_in_progress";
}

/** What an error says, with what it says of its causes. */
function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { code = "" } = error as { code?: string };
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [code, error.message, ...inner.map(causesOf)].filter((part) => part !== "").join(": ");
}

function unreachable({ url }: Request, error: unknown): ConnectionError {
  const { origin } = new URL(url);
  const causes = causesOf(error);
  const options = { cause: error };
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(causes)) {
    const remedy = "Set NODE_EXTRA_CA_CERTS to the file of the authority that issued it.";
    return new ConnectionError(`The certificate of ${origin} is not trusted (${causes}). ${remedy}`, options);
  }
  if (causes.includes("WRONG_VERSION_NUMBER") || causes.includes("wrong version number")) {
    const plain = origin.replace(/^https/, "http");
    return new ConnectionError(
      `${origin} does not speak TLS. If that is intended, set MAYFLY_URL to ${plain}.`,
      options,
    );
  }
  if (error instanceof Error && error.name === "TimeoutError") {
    return new ConnectionError(`${origin} did not answer in time. Check the server.`, options);
  }
  const remedy = "Check that MAYFLY_URL is right and that the server is running.";
  return new ConnectionError(`${origin} cannot be reached (${causes.split("\n")[0]}). ${remedy}`, options);
}

/** What answered is no Mayfly server, or stands before one. */
export function unexpected(call: string, url: string, response: Response): UnexpectedAnswer | ConnectionError {
  if (away.includes(response.status)) {
    const { origin } = new URL(url);
    return new ConnectionError(
      `The server behind ${origin} is not available (${response.status}). Check that Mayfly is running there.`,
    );
  }
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null && URL.canParse(location, url)) {
    const target = new URL(location, url).origin;
    return new UnexpectedAnswer(`${new URL(url).origin} redirects to ${target}. Set MAYFLY_URL to ${target}.`);
  }
  const type = response.headers.get("content-type") ?? "nothing";
  const remedy = "Set MAYFLY_URL to the address of your Mayfly server, without a path.";
  return new UnexpectedAnswer(
    `${call.split(" ")[0]} ${url} was answered with ${type} and status ${response.status}, not as Mayfly answers. ${remedy}`,
  );
}
