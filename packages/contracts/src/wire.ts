import type * as z from "zod/mini";
import type { Scope } from "./scope.ts";

/** Namespace of the document framework's own methods, whose wire format Mayfly speaks (requirement P102). */
export const platform = "frappe";
/** Namespace of the product's own methods (requirement P102). */
export const api = "disposable_email.api";

/** How a call's answers and refusals are spoken: as the framework does, or as a REST API. */
export type Wire = "frappe" | "rest";

/** Who may call: anyone, any active member of a company, or its Administrators. */
export type Access = "Guest" | "Member" | "Administrator";

/**
 * What a call is, and so how it is answered: it reads, it changes something, it may be held for up to a minute before it is answered
 * and holds no connection to the database then, or it answers with a file.
 */
export type Kind = "read" | "write" | "held" | "file";

/** What a program's input may name, of which every company has its own. */
export type Thing = "address" | "run" | "message" | "webhook" | "delivery" | "job";

export interface Contract<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> {
  readonly wire: Wire;
  readonly kind: Kind;
  /** On the framework's wire GET or POST. */
  readonly verb: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the origin, e.g. `/api/method/login`. A `:word` in it is an input field. */
  readonly path: string;
  readonly access: Who;
  readonly input: Input;
  /** What the handler returns; whatever the schema does not name never leaves the server. */
  readonly output: Output;
  /** The output is the whole body, instead of the body's `message`. */
  readonly bare: boolean;
  /** Refused once the company's plan has expired. Calls that only remove something or shut somebody out never are. */
  readonly plan: boolean;
  /** On the REST wire: what the call does, in a few words. */
  readonly summary?: string;
  /** On the REST wire: what its summary does not say. */
  readonly description?: string;
  /** On the REST wire: what the key must be good for; null: any key. */
  readonly scope?: Scope | null;
  /** On the REST wire: the scopes that a key needs besides `scope`, for input fields that are set. */
  readonly fieldScopes?: Readonly<Record<string, Scope>>;
  /** On the REST wire: the input fields that name something. A company cannot reach what another has by its name. */
  readonly names?: Readonly<Record<string, Thing>>;
  /** On the REST wire: the rest of an input that any key with the scopes may send. The document shows it where it is a body. */
  readonly example?: object;
  /** On the REST wire, for a call that writes: the type of the event that tells of it; null: none does. */
  readonly causes?: string | null;
  /** On the REST wire, for a call that answers with a file: its type. */
  readonly mediaType?: "message/rfc822" | "text/html" | "text/plain" | "application/octet-stream";
  /** On the REST wire, for a call that creates something: its path, made from the output. */
  location?(output: unknown): string;
  /** On the REST wire, for a call whose work may go on after its answer: the path of the job, if it does (row Z14). */
  job?(output: unknown): string | undefined;
}

type Unplaced<C extends Contract> = Omit<C, "path">;

interface Shape<Input extends z.ZodMiniType, Output extends z.ZodMiniType, Who extends Access> {
  access: Who;
  input: Input;
  output: Output;
  bare?: boolean;
  plan?: boolean;
}

function verb<Verb extends Contract["verb"]>(name: Verb, kind: Kind) {
  return <Input extends z.ZodMiniType, Output extends z.ZodMiniType, Who extends Access>(
    shape: Shape<Input, Output, Who>,
  ): Unplaced<Contract<Input, Output, Who>> => ({
    ...{ wire: "frappe", verb: name, kind, bare: false, plan: false },
    ...shape,
  });
}

export const get = verb("GET", "read");
export const getFile = verb("GET", "file");
export const post = verb("POST", "write");
/** For what the framework reads by POST, such as with many fields. */
export const postToRead = verb("POST", "read");

type RestShape<Input extends z.ZodMiniType, Output extends z.ZodMiniType, Who extends Access, Of extends Kind> = Omit<
  Shape<Input, Output, Who>,
  "bare" | "access"
> &
  Required<Pick<Contract, "scope" | "summary">> &
  Pick<Contract, "location" | "job" | "description" | "fieldScopes" | "mediaType" | "names"> &
  (Of extends "write" ? Required<Pick<Contract, "causes">> : { causes?: never }) & {
    access?: Who;
    example?: Partial<z.input<Input>>;
  };

/** Calls of the REST API of one verb and kind. Their output is the whole body, and whoever calls has a key. */
const restCalls =
  <Verb extends Contract["verb"], Of extends Kind>(verb: Verb, kind: Of) =>
  <Input extends z.ZodMiniType, Output extends z.ZodMiniType, Who extends Exclude<Access, "Guest"> = "Member">(
    path: string,
    shape: RestShape<Input, Output, Who, Of>,
  ) => ({
    ...{ wire: "rest" as const, verb, kind, path, bare: true, plan: true },
    ...{ access: "Member" as Who, ...shape },
  });

/** The REST API's calls, by their verb; `hold` is a POST that may be held, `file` a GET that answers with a file. */
export const rest = {
  get: restCalls("GET", "read"),
  file: restCalls("GET", "file"),
  post: restCalls("POST", "write"),
  hold: restCalls("POST", "held"),
  patch: restCalls("PATCH", "write"),
  remove: restCalls("DELETE", "write"),
};

/** Places methods under a namespace: `methods("a.b", { c })` answers at `/api/method/a.b.c`. */
export function methods<Methods extends Record<string, Unplaced<Contract>>>(namespace: string, shapes: Methods) {
  const prefix = namespace === "" ? "/api/method/" : `/api/method/${namespace}.`;
  return place(shapes, (name) => prefix + name);
}

/** Gives each contract its path, for the few whose path is not made from a namespace. */
export function place<Methods extends Record<string, Unplaced<Contract>>>(
  shapes: Methods,
  path: (name: string) => string,
) {
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, { ...shape, path: path(name) }]),
  ) as unknown as { [Name in keyof Methods]: Methods[Name] & { path: string } };
}

/**
 * The framework's error body. `_server_messages` is a JSON list of JSON objects, each with a `message`, and `exc` a
 * JSON list of texts: some of its clients take an answer without `exc` for a result, whatever its status.
 */
export interface ErrorBody {
  exc_type: string;
  exc: string;
  _server_messages: string;
  message: string;
  /** What of a long text is wrong, in characters. The framework has no word for it. */
  place?: { position: number; length: number };
}

/** Exception names and the status each answers with, as the framework does. */
export const refusals = {
  AuthenticationError: 401,
  PermissionError: 403,
  DoesNotExistError: 404,
  DuplicateEntryError: 409,
  RequestTooLarge: 413,
  ValidationError: 417,
  TooManyRequests: 429,
  ServerError: 500,
  ServiceUnavailable: 503,
} as const;
export type RefusalType = keyof typeof refusals;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What a text holds if it is JSON; any other value as it is. */
export const unpacked = (value: unknown) => (typeof value === "string" ? (parseJson(value) ?? value) : value);

const messageOf = (value: unknown) => (value as { message?: unknown } | null | undefined)?.message ?? value;

/**
 * The text for the user in an error body: the first of `_server_messages`, else `message` (M07, M08, P118), else what
 * `exception` says after its class. Each is looked at by itself: any of them may be missing, or of another form.
 */
export function errorText(body: unknown): string | undefined {
  const { _server_messages, message, exception } = (body ?? {}) as Record<string, unknown>;
  const list = unpacked(_server_messages);
  const first = Array.isArray(list) ? messageOf(unpacked(list[0])) : undefined;
  const raised = typeof exception === "string" ? exception.replace(/^[\w.]+(Error|Exception)(:|$)/, "") : undefined;
  return [first, messageOf(message), raised]
    .map((text) => (typeof text === "string" ? text.replace(/<[^>]*>/g, "").trim() : ""))
    .find((text) => text !== "");
}
