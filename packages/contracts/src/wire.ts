import * as z from "zod/mini";
import { limits } from "./limits.ts";

/** Namespace of the document framework's own methods, whose wire format Mayfly speaks (requirement P102). */
export const platform = "frappe";
/** Namespace of the product's own methods (requirement P102). */
export const api = "disposable_email.api";

/** Who may call: anyone, any active member of a company, or its Administrators. */
export type Access = "Guest" | "Member" | "Administrator";

export interface Contract<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> {
  readonly verb: "GET" | "POST";
  /** Below the origin, e.g. `/api/method/login`. A `:word` in it is an input field. */
  readonly path: string;
  readonly access: Who;
  readonly input: Input;
  /** What the handler returns; whatever the schema does not name never leaves the server. */
  readonly output: Output;
  /** The output is the whole body, instead of the body's `message`. */
  readonly bare: boolean;
  /** Refused once the company's plan has expired. What only takes away or shuts out never is. */
  readonly plan: boolean;
}

type Unplaced<C extends Contract> = Omit<C, "path">;

interface Shape<Input extends z.ZodMiniType, Output extends z.ZodMiniType, Who extends Access> {
  access: Who;
  input: Input;
  output: Output;
  bare?: boolean;
  plan?: boolean;
}

function verb<Verb extends Contract["verb"]>(name: Verb) {
  return <Input extends z.ZodMiniType, Output extends z.ZodMiniType, Who extends Access>(
    shape: Shape<Input, Output, Who>,
  ): Unplaced<Contract<Input, Output, Who>> => ({ verb: name, bare: false, plan: false, ...shape });
}

export const get = verb("GET");
export const post = verb("POST");

/** What a call answers that is no JSON but these bytes. Such a call is a link; no client parses its answer. */
export const Download = z.object({
  content_type: z.string(),
  /** As whoever made it named it, so anything. Null: it is shown, instead of saved. */
  filename: z.nullable(z.string()),
  /** All of it, or a part after the other. */
  bytes: z.custom<Uint8Array | AsyncIterable<Uint8Array>>(),
  /** Of all bytes. */
  size: z.int(),
});
export type Download = z.infer<typeof Download>;

/** What a call answers that only does something (requirement P103). Ours says it in words, not every server does. */
export const Done = z.object({ success: z.boolean(), message: z.catch(z.string(), "") });
export type Done = z.infer<typeof Done>;

/** A GET that answers with a file. */
export const download = <Input extends z.ZodMiniType, Who extends Access>(shape: { access: Who; input: Input }) =>
  get({ ...shape, output: Download });

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

/** The framework's error body. `_server_messages` is a JSON list of JSON objects, each with a `message`. */
export interface ErrorBody {
  exc_type: string;
  _server_messages: string;
  message: string;
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
const unpacked = (value: unknown) => (typeof value === "string" ? (parseJson(value) ?? value) : value);

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

/** Held to the schema once it has been changed; as optional as the schema says. */
const changed = <Schema extends z.ZodMiniType>(change: (value: unknown) => unknown, schema: Schema) =>
  z.pipe(z.transform(change), schema) as unknown as z.ZodMiniType<
    z.output<Schema>,
    unknown,
    z.core.$ZodPreprocessInternals<Schema>
  >;

/** A JSON value that a form sends as text; JSON bodies may send the value itself. */
export const json = <Schema extends z.ZodMiniType>(schema: Schema) => changed(unpacked, schema);

/** A form sends an absent value as an empty one. */
export const blank = <Schema extends z.ZodMiniType>(schema: Schema) =>
  changed((value) => (value === "" || value === null ? undefined : value), schema);

/** A number, or its digits as a form or a query sends them; nothing else is taken for one. */
export const numeric = (error = "must be a number") =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/, error))], error),
    z.transform((value) => Number(value)),
  );
/** A whole number, so given. */
export const whole = (min: number, max: number) => z.pipe(numeric(), z.int().check(z.minimum(min), z.maximum(max)));

/** Which rows of a list are wanted. @param max the most at once */
export const paging = (max: number) => ({
  start: z._default(whole(0, 1_000_000), 0),
  limit: z._default(whole(1, max), limits.pageSize),
});

/** The framework's 1 and 0. */
export const flag = z.union([z.literal(0), z.literal(1)]);
/** True or false, or 1 or 0 as JSON, a form or a query sends it. */
export const logical = z.pipe(
  z.union([flag, z.boolean(), z.enum(["0", "1"])]),
  z.transform((value) => value === 1 || value === true || value === "1"),
);
/** A database's boolean as 1 or 0. */
export const toFlag = (value: boolean): z.infer<typeof flag> => (value ? 1 : 0);

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime();
