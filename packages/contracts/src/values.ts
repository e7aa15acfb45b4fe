import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { type Access, get, unpacked } from "./wire.ts";

/** What a call answers that is no JSON but these bytes. Such a call is a link; no client parses its answer. */
export const Download = z.object({
  content_type: z.string(),
  /** As whoever made it named it, so anything. Null: it is shown, instead of saved. */
  filename: z.nullable(z.string()),
  /** All of it, or a part after the other. */
  bytes: z.custom<Uint8Array | AsyncIterable<Uint8Array>>(),
  /** Of all bytes. */
  size: z.int(),
  /** Whose it is, where the caller is a guest. */
  company: z.optional(z.string()),
});
export type Download = z.infer<typeof Download>;

/** What a call answers that only does something (requirement P103). Ours says it in words, not every server does. */
export const Done = z.object({ success: z.boolean(), message: z.catch(z.string(), "") });
export type Done = z.infer<typeof Done>;

/** What a call answers that does something to an entity: that, and the entity's fields. */
export const doneTo = <Shape extends z.core.$ZodLooseShape>(entity: z.ZodMiniObject<Shape>) =>
  z.extend(entity, Done.shape);

/** A GET that answers with a file. */
export const download = <Input extends z.ZodMiniType, Who extends Access>(shape: { access: Who; input: Input }) =>
  get({ ...shape, output: Download });

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
export const numeric = (error?: string) =>
  changed(
    (value) => (typeof value === "string" && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value),
    z.number(error),
  );
/** A whole number, so given. */
export const whole = (min: number, max: number) => z.pipe(numeric(), z.int().check(z.minimum(min), z.maximum(max)));

/** Which rows of a list are wanted. @param max the most at once */
export const paging = (max: number) => ({
  start: blank(z._default(whole(0, limits.listStartMax), 0)),
  limit: blank(z._default(whole(1, max), limits.pageSize)),
});

/** The framework's 1 and 0. */
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
