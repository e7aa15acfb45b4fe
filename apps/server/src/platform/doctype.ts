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

/** A filter of a request. */
export interface Condition {
  column: string;
  operator: string;
  /** Prisma's filter of the column. */
  filter: Where;
}

interface OrderTerm {
  column: string;
  direction: "asc" | "desc";
}

/** What a request asks for. */
export interface Query {
  conditions: Condition[];
  /** The key comes last, so that pages never overlap. */
  order: OrderTerm[];
  start: number;
  length: number;
}

/** The value that a column must have; undefined if no condition says so. */
export const equalTo = (conditions: Condition[], name: string): unknown =>
  conditions.find(({ column, operator }) => column === name && operator === "=")?.filter["equals"];

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
  readable(context: MemberContext, conditions: Condition[]): Where | Promise<Where>;
  fields: Record<Name, Field>;
  /**
   * The table's indexes that find what the caller may read: the columns of each after those that hold the rows to the
   * company and the caller. One that is not here counts as missing: a query that needs it is slow.
   */
  indexes(context: MemberContext): string[][];
  /** Returns what finds the keys of such a page without skipping the rows before it; undefined if nothing does. */
  deepPage?(context: MemberContext, query: Query): (() => Promise<string[]>) | undefined;
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

/** `modified desc, name` as columns. */
function orderOf(rule: DoctypeRule, orderBy: string | undefined): OrderTerm[] {
  const terms = (orderBy ?? "modified desc").split(",").map((term): OrderTerm => {
    const [, name = "", direction = "asc"] = /^(.+?)(?:\s+(asc|desc))?$/i.exec(term.trim()) ?? [];
    if (!/^[\w` .]+$/.test(name)) throw Refusal.invalid(`Unknown order: ${term.trim()}`);
    return { column: comparable(rule, name).column, direction: direction.toLowerCase() === "desc" ? "desc" : "asc" };
  });
  return [...terms, { column: rule.key, direction: terms.at(-1)?.direction ?? "asc" }];
}

function conditionsOf(rule: DoctypeRule, filters: Filters | undefined): Condition[] {
  const given = Array.isArray(filters)
    ? filters.map((filter) => (filter.length === 4 ? filter.slice(1) : filter))
    : Object.entries(filters ?? {}).map(([name, value]) => [name, ...(Array.isArray(value) ? value : ["=", value])]);
  return given.map(([name, given, value, ...more]): Condition => {
    const field = comparable(rule, String(name));
    if (value === undefined || more.length > 0) throw Refusal.invalid(`Not an operator and a value: ${field.name}`);
    const operator = String(given).toLowerCase();
    return { column: field.column, operator, filter: comparison(field, operator, value) };
  });
}

const queryOf = (rule: DoctypeRule, { filters, order_by, start, length }: Omit<PageQuery, "fields">): Query => ({
  conditions: conditionsOf(rule, filters),
  order: orderOf(rule, order_by),
  start,
  length,
});

async function whereOf(rule: DoctypeRule, context: MemberContext, conditions: Condition[]) {
  const rights = await rule.readable(context, conditions);
  return { AND: [rights, ...conditions.map(({ column, filter }) => ({ [column]: filter }))] };
}

/** How many rows a query may skip and still count as found by an index. */
const skippable = 10_000;

/** Whether so many rows before a page take long to skip. */
export const isDeep = (start: number) => start > skippable;

/** Longer pages are slow too: to make one keeps everybody's calls waiting. */
const longest = 100;

/** Whether a page is long, or no index finds it. @throws Refusal as `readPage` does */
export function isSlowPage(context: MemberContext, rule: DoctypeRule, asked: Omit<PageQuery, "fields">): boolean {
  const query = queryOf(rule, asked);
  return (
    query.length > longest ||
    !isFound(context, rule, query.conditions, query.order) ||
    (isDeep(query.start) && rule.deepPage?.(context, query) === undefined)
  );
}

/** Whether no index counts. */
export const isSlowCount = (context: MemberContext, rule: DoctypeRule, filters: Filters | undefined): boolean =>
  !isFound(context, rule, conditionsOf(rule, filters));

const ranges = new Set([">", ">=", "<", "<="]);

/** Whether one index leads to the rows that the conditions select, and to nothing else, in the order that is given. */
function isFound(context: MemberContext, rule: DoctypeRule, conditions: Condition[], order?: OrderTerm[]): boolean {
  const named = ({ column, operator }: Condition) => column === rule.key && (operator === "=" || operator === "in");
  if (conditions.some(named)) return true;
  const fixed = new Set(conditions.flatMap(({ column, operator }) => (operator === "=" ? column : [])));
  const others = conditions.filter(({ operator }) => operator !== "=");
  const ordered = order?.map(({ column }) => column);
  // What comes after the key makes no difference. Postgres sorts by the key the few rows that are otherwise equal.
  const sorted = ordered?.slice(0, ordered.indexOf(rule.key)).filter((column) => !fixed.has(column));
  return rule.indexes(context).some((columns) => {
    const rest = columns.slice(fixed.size);
    return (
      fixed.size <= columns.length &&
      columns.slice(0, fixed.size).every((column) => fixed.has(column)) &&
      // Of two open columns, the first would scatter the rows that the second holds in order.
      rest.length <= 1 &&
      others.every(({ column, operator }) => column === rest[0] && ranges.has(operator)) &&
      (sorted === undefined || sorted.join() === rest.join())
    );
  });
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

function comparison(field: Comparable, operator: string, value: unknown): Where {
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
  asked: PageQuery,
): Promise<{ names: string[]; rows: Record<string, unknown>[] }> {
  const fields = fieldsOf(rule, asked.fields);
  const query = queryOf(rule, asked);
  const where = await whereOf(rule, context, query.conditions);
  const orderBy = query.order.map(({ column, direction }) => ({ [column]: direction }));
  const model = rule.model(context);
  const [rights = {}] = where.AND;
  const deepPage = Object.keys(rights).length === 0 ? rule.deepPage?.(context, query) : undefined;
  // Reads the keys first, which an index holds: to skip whole rows, Postgres would read each of them.
  const page = { where, orderBy, skip: query.start, take: query.length };
  const keys =
    (await deepPage?.()) ??
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

/** How many rows the caller may read, at most `limit`. */
export async function countRows(
  context: MemberContext,
  rule: DoctypeRule,
  { filters, limit }: { filters?: Filters | undefined; limit: number },
): Promise<number> {
  return rule.model(context).count({ where: await whereOf(rule, context, conditionsOf(rule, filters)), take: limit });
}
