import { toFlag } from "@mayfly/contracts";
import type { MemberContext } from "../context.ts";
import { Refusal } from "../refusal.ts";

export type Row = Record<string, unknown>;

/** How a field's values are compared, and so which form a filter's value must have. */
export type Kind = "text" | "labels" | "address" | "uuid" | "choice" | "flag" | "instant";

export interface Field<Column extends string = string> {
  /** The column that the value is read from. None for a computed value. */
  column?: Column;
  /** Given for fields that may be filtered and ordered by. */
  kind?: Kind;
  /** The values of a choice. */
  choices?: readonly string[];
  /** Whether it may have no value, which filters call null. */
  nullable?: boolean;
  value(row: Row, context: MemberContext): unknown;
}

export const column = <Column extends string>(name: Column, kind?: Kind): Field<Column> => ({
  column: name,
  ...(kind && { kind }),
  value: (row) => row[name],
});

export const choiceColumn = <Column extends string>(name: Column, choices: readonly string[]): Field<Column> => ({
  ...column(name, "choice"),
  choices,
});

export const flagColumn = <Column extends string>(name: Column): Field<Column> => ({
  column: name,
  kind: "flag",
  value: (row) => toFlag(row[name] === true),
});

export const instantColumn = <Column extends string>(name: Column, { nullable = false } = {}): Field<Column> => ({
  column: name,
  kind: "instant",
  nullable,
  value: (row) => (row[name] instanceof Date ? row[name].toISOString() : null),
});

export const constant = (value: unknown): Field<never> => ({ value: () => value });

/** The fields of a document type, by the names that the API has for them. */
export type Fields = Readonly<Record<string, Field>>;

/** Strips the framework's spelling of a column: `` `tabEmail`.`name` `` is `name`. */
export const bareName = (name: string) =>
  name
    .replace(/^`?tab[^`.]*`?\./, "")
    .replaceAll("`", "")
    .trim();

/** @throws Refusal when the document type has no such field */
export function fieldOf(fields: Fields, name: string): Field {
  const known = bareName(name);
  const field = Object.hasOwn(fields, known) ? fields[known] : undefined;
  if (field === undefined) throw Refusal.invalid(`Unknown field: ${known}`);
  return field;
}

export interface ComparableField {
  name: string;
  column: string;
  kind: Kind;
  choices: readonly string[];
  nullable: boolean;
}

/** @throws Refusal when there is no such field, or it cannot be filtered and ordered by */
export function comparableField(fields: Fields, name: string): ComparableField {
  const { column, kind, choices = [], nullable = false } = fieldOf(fields, name);
  if (column === undefined || kind === undefined) throw Refusal.invalid(`Field cannot be compared: ${bareName(name)}`);
  return { name: bareName(name), column, kind, choices, nullable };
}
