import type { Filters } from "@mayfly/contracts";
import type { MemberContext } from "../context.ts";
import { Refusal } from "../refusal.ts";
import type { DocumentType } from "./document_type.ts";
import { bareName, type Field, fieldOf, type Row } from "./field.ts";
import { type Filter, parseFilters } from "./filters.ts";
import { parseOrder } from "./order.ts";
import { type PageQuery, parseQuery } from "./page_query.ts";
import { isSlowCount, isSlowPage, readerOf } from "./slow_queries.ts";

type Where = Record<string, unknown>;

/** The part of a Prisma model that pages use. */
interface Table {
  findMany(query: { select: Where; where: Where; orderBy?: Where[]; skip?: number; take?: number }): Promise<Row[]>;
  count(query: { where: Where; orderBy: Where[]; take: number }): Promise<number>;
}

/**
 * Which columns a request names is known only when it comes, so Prisma's types cannot check this part. The document type's
 * own fields and rights are checked against the model.
 */
const tableOf = ({ db }: MemberContext, { model }: DocumentType) => db[model] as unknown as Table;

/** Prisma's names of the operators that take one value. */
const prismaOperators = {
  "=": "equals",
  "!=": "not",
  ">": "gt",
  ">=": "gte",
  "<": "lt",
  "<=": "lte",
  in: "in",
  has: "has",
};

const prismaFilter = (filter: Filter): Where =>
  filter.operator === "like"
    ? { ...prismaPattern(filter.value), mode: "insensitive" }
    : { [prismaOperators[filter.operator]]: filter.value };

function prismaPattern(pattern: string): Where {
  const opens = pattern.startsWith("%");
  const closes = pattern.length > 1 && pattern.endsWith("%");
  // Escapes wildcards, because Prisma passes the text of all four filters to ILIKE unescaped.
  const text = pattern.slice(opens ? 1 : 0, closes ? -1 : undefined).replace(/[\\%_]/g, "\\$&");
  if (opens && closes) return { contains: text };
  if (opens) return { endsWith: text };
  if (closes) return { startsWith: text };
  return { equals: text };
}

const meantBy = async (context: MemberContext, type: DocumentType, filters: Filter[]) =>
  (await type.meant?.(context, filters)) ?? filters;

async function whereOf(context: MemberContext, type: DocumentType, filters: Filter[]) {
  const rights = await type.readable(context, filters);
  return { AND: [rights, ...filters.map((filter) => ({ [filter.column]: prismaFilter(filter) }))] };
}

function fieldsOf(type: DocumentType, names: string[] | undefined): [string, Field][] {
  if (names === undefined) return [["name", fieldOf(type.fields, "name")]];
  if (names.some((name) => bareName(name) === "*")) return Object.entries(type.fields);
  return [...new Map(names.map((name) => [bareName(name), fieldOf(type.fields, name)]))];
}

/** The most that one page holds. The content of one message alone may have some millions of characters. */
const mostCharacters = 16_000_000;

/**
 * A page of the rows that the caller may read: the names of the requested fields, and each row's values by name.
 * @throws Refusal of a query that is wrong, or takes too long
 */
export async function readPage(
  given: MemberContext,
  type: DocumentType,
  asked: PageQuery,
): Promise<{ names: string[]; rows: Record<string, unknown>[] }> {
  const parsed = parseQuery(type, asked);
  const fields = fieldsOf(type, asked.fields);
  const context = await readerOf(given, isSlowPage(given, type, parsed));
  const query = { ...parsed, filters: await meantBy(context, type, parsed.filters) };
  const where = await whereOf(context, type, query.filters);
  const orderBy = query.order.map(({ column, direction }) => ({ [column]: direction }));
  const model = tableOf(context, type);
  const [rights = {}] = where.AND;
  const deepPage = Object.keys(rights).length === 0 ? type.deepPage?.(context, query) : undefined;
  // Reads the keys first, which an index holds: to skip whole rows, Postgres would read each of them.
  const page = { where, orderBy, skip: query.start, take: query.length };
  const keys =
    (await deepPage?.()) ??
    (await model.findMany({ select: { [type.key]: true }, ...page })).map((row) => row[type.key]);
  return readRows(context, type, fields, keys);
}

/** Mail or other rows that a search has found, as `readPage` gives them. @param names of the fields */
export const readFound = (
  context: MemberContext,
  type: DocumentType,
  names: string[] | undefined,
  keys: string[],
): ReturnType<typeof readRows> => readRows(context, type, fieldsOf(type, names), keys);

/** @param keys of rows that the caller may read, in their order. @returns what is still there, with its keys */
async function readRows(context: MemberContext, type: DocumentType, fields: [string, Field][], keys: unknown[]) {
  const columns = fields.flatMap(([, field]) => field.column ?? []);
  const found = await tableOf(context, type).findMany({
    select: Object.fromEntries([type.key, ...columns].map((name) => [name, true])),
    where: { [type.key]: { in: keys } },
  });
  const byKey = new Map(found.map((row) => [row[type.key], row]));
  const present = keys.map((key) => byKey.get(key)).filter((row) => row !== undefined);
  // One row after the other, so that the sources of a list of message contents are not all in memory at once.
  const rows: Record<string, unknown>[] = [];
  let characters = 0;
  for (const row of present) {
    const made: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      const value = await field.value(row, context);
      characters += typeof value === "object" ? JSON.stringify(value).length : String(value).length;
      if (characters > mostCharacters) throw Refusal.invalid(`Too much ${name} for one page: ask for fewer rows`);
      made[name] = value;
    }
    rows.push(made);
  }
  return { keys: present.map((row) => row[type.key]), names: fields.map(([name]) => name), rows };
}

/** How many rows the caller may read, at most `limit`. @throws Refusal as `readPage` does */
export async function countRows(
  given: MemberContext,
  type: DocumentType,
  { filters, limit }: { filters?: Filters | undefined; limit: number },
): Promise<number> {
  const parsed = parseFilters(type.fields, filters);
  const context = await readerOf(given, isSlowCount(given, type, parsed));
  const meant = await meantBy(context, type, parsed);
  return tableOf(context, type).count({
    where: await whereOf(context, type, meant),
    // The order of the lists, which have indexes. Otherwise Prisma takes that of the keys, which leads through all companies' rows.
    orderBy: parseOrder(type.fields, type.key).map(({ column, direction }) => ({ [column]: direction })),
    take: limit,
  });
}
