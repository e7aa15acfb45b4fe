import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { type Access, getFile, unpacked } from "./wire.ts";

/** The output of a call that answers with a file, not with JSON. Such a call is a link; no client parses its answer. */
export const Download = z.object({
  content_type: z.string(),
  /** The name that its author gave it, so it may be anything. Null: browsers show the file instead of saving it. */
  filename: z.nullable(z.string()),
  /** The whole file, or its parts one after the other. */
  bytes: z.custom<Uint8Array | AsyncIterable<Uint8Array>>(),
  /** The number of bytes in all. */
  size: z.int(),
  /** The company whose file it is, where the caller is a guest. */
  company: z.optional(z.string()),
});
export type Download = z.infer<typeof Download>;

/** The output of a call that only does something (requirement P103). Our server gives a message, others may not. */
export const Done = z.object({ success: z.boolean(), message: z.catch(z.string(), "") });
export type Done = z.infer<typeof Done>;

/** The output of a call that does something to an entity: Done, and the entity's fields. */
export const doneTo = <Shape extends z.core.$ZodLooseShape>(entity: z.ZodMiniObject<Shape>) =>
  z.extend(entity, Done.shape);

/** A GET that answers with a file. */
export const download = <Input extends z.ZodMiniType, Who extends Access>(shape: { access: Who; input: Input }) =>
  getFile({ ...shape, output: Download });

/** Changes the value, then validates it by the schema. The field is optional if the schema is. */
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
export const numeric = (error?: string) =>
  changed(
    (value) => (typeof value === "string" && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value),
    z.number(error),
  );
/** A whole number, in the same forms. */
export const whole = (min: number, max: number) => z.pipe(numeric(), z.int().check(z.minimum(min), z.maximum(max)));

/** Which rows of a list are wanted. @param max the most at once */
export const paging = (max: number) => ({
  start: blank(z._default(whole(0, limits.listStartMax), 0)),
  limit: blank(z._default(whole(1, max), limits.pageSize)),
});

/** A boolean as the framework writes it, 1 or 0. */
export const flag = z.union([z.literal(0), z.literal(1)]);
/** True or false, or 1 or 0, as JSON, a form or a query sends it. */
export const logical = z.pipe(
  z.union([flag, z.boolean(), z.enum(["0", "1", "true", "false"])]),
  z.transform((value) => [1, true, "1", "true"].includes(value)),
);
/** A database's boolean as 1 or 0. */
export const toFlag = (value: boolean): z.infer<typeof flag> => (value ? 1 : 0);

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime();

const [firstInstant, endOfInstants] = [Date.parse("0001-01-01T00:00:00Z"), Date.UTC(10_000, 0)];

/**
 * Whether an instant is one of the years 1 to 9999 in UTC, which JavaScript, Postgres and ISO 8601 can all express. Whoever
 * makes a date of a text, or counts back from one, asks this before the database is asked.
 */
export const isInstant = (at: Date): boolean => at.getTime() >= firstInstant && at.getTime() < endOfInstants;
