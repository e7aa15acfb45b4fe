import type { Schema } from "./openApi.ts";

const typesOf = ({ type }: Schema) => [type ?? []].flat();

/** A schema's type in parts, as people say it: a text, or the name of another schema. */
export type TypePart = string | { reference: string };

/** Such as "array of", Email; parts that alternatives share stand once. */
export function typeOf(schema: Schema): TypePart[] {
  if (schema.$ref !== undefined) return [{ reference: schema.$ref }];
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants !== undefined) {
    const parts = variants.map(typeOf);
    const distinct = parts.filter((one, at) => parts.findIndex((other) => isSame(one, other)) === at);
    return distinct.flatMap((one, at) => (at === 0 ? one : ["or", ...one]));
  }
  if (schema.items !== undefined) return ["array of", ...typeOf(schema.items)];
  if (typeof schema.additionalProperties === "object") return ["object of", ...typeOf(schema.additionalProperties)];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  const format = schema.format === undefined ? "" : ` (${schema.format})`;
  const types = typesOf(schema).map((type) => (type === "string" ? `${type}${format}` : type));
  return [types.join(" or ") || "any"];
}

const isSame = (one: TypePart[], other: TypePart[]) => JSON.stringify(one) === JSON.stringify(other);

/** "1 to 500 characters", "at least 1", "at most 60". */
function rangeOf(least: number | undefined, most: number | undefined, unit = ""): string[] {
  const number = (value: number) => value.toLocaleString("en-US");
  if (least !== undefined && most !== undefined) return [`${number(least)} to ${number(most)}${unit}`];
  if (least !== undefined) return [`at least ${number(least)}${unit}`];
  return most === undefined ? [] : [`at most ${number(most)}${unit}`];
}

/** What a value must keep to besides its type. */
export function boundsOf(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const least = minLength === 0 ? undefined : minLength;
  return [
    ...rangeOf(least, maxLength, " characters"),
    ...rangeOf(minimum, maximum),
    ...rangeOf(minItems, maxItems, " items"),
  ];
}

/** The values that are allowed, if they are listed; those of the items of an array. */
export const valuesOf = ({ enum: values, items }: Schema): unknown[] => values ?? items?.enum ?? [];

/** The value that counts where none is given; an empty object or list says nothing. */
export const defaultOf = ({ default: value }: Schema): unknown =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0 ? undefined : value;

/** The objects with fields of their own that a value is made of, but for schemas with a name. */
export function objectsOf(schema: Schema): Schema[] {
  if (schema.properties !== undefined) return [schema];
  if (schema.items !== undefined) return objectsOf(schema.items);
  if (typeof schema.additionalProperties === "object") return objectsOf(schema.additionalProperties);
  return (schema.oneOf ?? schema.anyOf ?? []).flatMap(objectsOf);
}
