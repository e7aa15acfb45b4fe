import { canonicalAddress, type Filters, toFlag } from "@mayfly/contracts";
import { validate as isUuid } from "uuid";
import { z } from "zod";
import type { MemberContext } from "../context.ts";
import { Refusal } from "../refusal.ts";

type Row = Record<string, unknown>;
type Where = Record<string, unknown>;

/** How a field's values are compared, and so which form a filter's value must have. */
type Kind = "text" | "address" | "uuid" | "choice" | "flag" | "instant";

export interface Field {
  /** The column that the value is read from. None for a computed value. */
  column?: string;
  /** Given for fields that may be filtered and ordered by. */
  kind?: Kind;
  /** The values of a choice. */
  choices?: readonly string[];
  /** Whether it may have no value, which filters call null. */
  nullable?: boolean;
  value(row: Row, context: MemberContext): unknown;
}

interface KeysQuery {
  /** The caller's rights, which are empty when they exclude nothing, followed by the filters of the request. */
  where: { AND: Where[] };
  orderBy: Where[];
  skip: number;
  take: number;
}

/**
 * A document type: its Prisma model, which of the rows that match the conditions a member may read, and all the fields
 * that the contract names.
 */
export interface DoctypeRule<Name extends string = string> {
  /** The part of Prisma's model that the generic calls use. */
  model(context: MemberContext): {
    findMany(query: { select: Where; where: Where; orderBy: Where[]; skip?: number; take?: number }): Promise<Row[]>;
    count(query: { where: Where; take: number }): Promise<number>;
  };
  /** The column that the API calls `name`. */
  key: string;
  readable(context: MemberContext, conditions: Where): Where | Promise<Where>;
  fields: Record<Name, Field>;
  /** Finds the keys of a page, where there is a faster way than to skip the rows before it. */
  keys?(context: MemberContext, query: KeysQuery): Promise<string[]> | undefined;
  /** Called with a document's name when a member has read the whole document. */
  opened?(context: MemberContext, name: string): Promise<void>;
}

export const column = (name: string, kind?: Kind): Field => ({
  column: name,
  ...(kind && { kind }),
  value: (row) => row[name],
});
export const choiceColumn = (name: string, choices: readonly string[]): Field => ({
  ...column(name, "choice"),
  choices,
});
export const flagColumn = (name: string): Field => ({
  column: name,
  kind: "flag",
  value: (row) => toFlag(row[name] === true),
});
export const instantColumn = (name: string, { nullable = false } = {}): Field => ({
  column: name,
  kind: "instant",
  nullable,
  value: (row) => (row[name] instanceof Date ? row[name].toISOString() : null),
});
export const constant = (value: unknown): Field => ({ value: () => value });

/** Strips the framework's spelling of a column: `` `tabEmail`.`name` `` is `name`. */
const bare = (name: string) =>
  name
    .replace(/^`?tab[^`.]*`?\./, "")
    .replaceAll("`", "")
    .trim();

function fieldsOf(rule: DoctypeRule, names: string[] | undefined): [string, Field][] {
  if (names === undefined) return [["name", fieldOf(rule, "name")]];
  if (names.some((name) => bare(name) === "*")) return Object.entries(rule.fields);
  return [...new Map(names.map((name) => [bare(name), fieldOf(rule, name)]))];
}

function fieldOf(rule: DoctypeRule, name: string): Field {
  const known = bare(name);
  const field = Object.hasOwn(rule.fields, known) ? rule.fields[known] : undefined;
  if (field === undefined) throw Refusal.invalid(`Unknown field: ${known}`);
  return field;
}

interface Comparable {
  name: string;
  column: string;
  kind: Kind;
  choices: readonly string[];
  nullable: boolean;
}

function comparable(rule: DoctypeRule, name: string): Comparable {
  const { column, kind, choices = [], nullable = false } = fieldOf(rule, name);
  if (column === undefined || kind === undefined) throw Refusal.invalid(`Field cannot be compared: ${bare(name)}`);
  return { name: bare(name), column, kind, choices, nullable };
}

/** `modified desc, name` as Prisma's order; the key comes last, so that pages never overlap. */
function orderOf(rule: DoctypeRule, orderBy: string | undefined): Where[] {
  const terms = (orderBy ?? "modified desc").split(",").map((term) => {
    const [, name = "", direction = "asc"] = /^(.+?)(?:\s+(asc|desc))?$/i.exec(term.trim()) ?? [];
    if (!/^[\w` .]+$/.test(name)) throw Refusal.invalid(`Unknown order: ${term.trim()}`);
    return { [comparable(rule, name).column]: direction.toLowerCase() };
  });
  return [...terms, { [rule.key]: Object.values(terms.at(-1) ?? {})[0] }];
}

export async function whereOf(rule: DoctypeRule, context: MemberContext, filters: Filters | undefined) {
  const given = Array.isArray(filters)
    ? filters.map((filter) => (filter.length === 4 ? filter.slice(1) : filter))
    : Object.entries(filters ?? {}).map(([name, value]) => [name, ...(Array.isArray(value) ? value : ["=", value])]);
  const conditions = given.map(([name, operator, value, ...more]): Where => {
    const field = comparable(rule, String(name));
    if (value === undefined || more.length > 0) throw Refusal.invalid(`Not an operator and a value: ${field.name}`);
    return { [field.column]: comparison(field, String(operator).toLowerCase(), value) };
  });
  return { AND: [await rule.readable(context, Object.assign({}, ...conditions)), ...conditions] };
}

const operators: Record<Kind, string[]> = {
  text: ["=", "!=", "in", "like"],
  address: ["=", "!=", "in", "like"],
  uuid: ["=", "!=", "in"],
  choice: ["=", "!=", "in"],
  flag: ["=", "!="],
  instant: ["=", "!=", ">", ">=", "<", "<="],
};
/** Prisma's names of the operators that take one value. */
const words = { "=": "equals", "!=": "not", ">": "gt", ">=": "gte", "<": "lt", "<=": "lte" };
const everyOperator = new Set(Object.values(operators).flat());

function comparison(field: Comparable, operator: string, value: unknown): unknown {
  if (!everyOperator.has(operator)) throw Refusal.invalid(`Unknown operator: ${operator}`);
  if (!operators[field.kind].includes(operator)) {
    throw Refusal.invalid(`Field cannot be compared with ${operator}: ${field.name}`);
  }
  if (value === null && field.nullable && (operator === "=" || operator === "!=")) return { [words[operator]]: null };
  if (operator === "like") return { ...likeOf(String(typed(field, value))), mode: "insensitive" };
  if (operator === "in") {
    return { in: (Array.isArray(value) ? value : String(value).split(",")).map((entry) => typed(field, entry)) };
  }
  return { [words[operator as keyof typeof words]]: typed(field, value) };
}

/** A `%` at either end matches any text there; every other character matches itself. */
function likeOf(pattern: string): Record<string, string> {
  const opens = pattern.startsWith("%");
  const closes = pattern.length > 1 && pattern.endsWith("%");
  // Escapes wildcards, because Prisma passes the text of all four filters to ILIKE unescaped.
  const text = pattern.slice(opens ? 1 : 0, closes ? -1 : undefined).replace(/[\\%_]/g, "\\$&");
  if (opens && closes) return { contains: text };
  if (opens) return { endsWith: text };
  if (closes) return { startsWith: text };
  return { equals: text };
}

const noRow = "00000000-0000-0000-0000-000000000000";

/** The years 1 to 9999: not every date that JavaScript can express is in the range of Postgres. */
const [firstInstant, endOfInstants] = [Date.parse("0001-01-01T00:00:00Z"), Date.UTC(10_000, 0)];

const isoInstant = z.iso.datetime({ offset: true });

/** ISO 8601, also a date alone or with a space for the T; without a zone it is UTC (docs/decisions/005). */
function instantOf(text: string): Date {
  const parts = /^([\d-]+)(?:[ T](\d\d:\d\d)(:[\d.]+)?(Z|[+-][\d:]+)?)?$/.exec(text) ?? [];
  const [, date, time = "00:00", seconds = ":00", zone = "Z"] = parts;
  const iso = `${date}T${time}${seconds}${zone}`;
  return new Date(isoInstant.safeParse(iso).success ? iso : Number.NaN);
}

function typed({ name, kind, choices }: Comparable, value: unknown): unknown {
  const text = String(value);
  // A text column cannot hold a NUL, so it can match nothing and must not reach the database.
  if (value === null || Array.isArray(value) || text.includes("\0")) throw Refusal.invalid(`Not a value of ${name}`);
  switch (kind) {
    case "text":
      return text;
    case "choice":
      if (!choices.includes(text)) throw Refusal.invalid(`Not a value of ${name}: ${text.slice(0, 40)}`);
      return text;
    case "address":
      return canonicalAddress(text);
    case "uuid":
      return isUuid(text) ? text : noRow;
    case "flag":
      if (!/^(?:[01]|true|false)$/.test(text)) throw Refusal.invalid(`Not a value of ${name}: ${text.slice(0, 40)}`);
      return text === "1" || text === "true";
    case "instant": {
      const instant = instantOf(text);
      if (!(instant.getTime() >= firstInstant && instant.getTime() < endOfInstants))
        throw Refusal.invalid(`Not a date of ${name}: ${text.slice(0, 40)}`);
      return instant;
    }
  }
}

export interface PageQuery {
  /** Undefined: only the name. */
  fields?: string[] | undefined;
  filters?: Filters | undefined;
  order_by?: string | undefined;
  start: number;
  length: number;
}

/** The most that one page holds. The content of one message alone may have some millions of characters. */
const mostCharacters = 16_000_000;

/** A page of the rows that the caller may read: the names of the requested fields, and each row's values by name. */
export async function readPage(
  context: MemberContext,
  rule: DoctypeRule,
  query: PageQuery,
): Promise<{ names: string[]; rows: Record<string, unknown>[] }> {
  const fields = fieldsOf(rule, query.fields);
  const where = await whereOf(rule, context, query.filters);
  const orderBy = orderOf(rule, query.order_by);
  const model = rule.model(context);
  // Reads the keys first, which an index holds: to skip whole rows, Postgres would read each of them.
  const page = { where, orderBy, skip: query.start, take: query.length };
  const keys =
    (await rule.keys?.(context, page)) ??
    (await model.findMany({ select: { [rule.key]: true }, ...page })).map((row) => row[rule.key]);
  const columns = fields.flatMap(([, field]) => field.column ?? []);
  const found = await model.findMany({
    select: Object.fromEntries([rule.key, ...columns].map((name) => [name, true])),
    where: { [rule.key]: { in: keys } },
    orderBy,
  });
  // One row after the other, so that the sources of a list of message contents are not all in memory at once.
  const rows: Record<string, unknown>[] = [];
  let characters = 0;
  for (const row of found) {
    const made: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      const value = await field.value(row, context);
      characters += typeof value === "object" ? JSON.stringify(value).length : String(value).length;
      if (characters > mostCharacters) throw Refusal.invalid(`Too much ${name} for one page: ask for fewer rows`);
      made[name] = value;
    }
    rows.push(made);
  }
  return { names: fields.map(([name]) => name), rows };
}
