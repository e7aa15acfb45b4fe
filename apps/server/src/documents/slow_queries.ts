import type { MemberContext } from "../context.ts";
import type { DocumentType, Query } from "./document_type.ts";
import type { Filter } from "./filters.ts";
import type { OrderTerm } from "./order.ts";

/** How many rows a query may skip and still count as found by an index. */
const skippable = 10_000;

/** Whether so many rows before a page take long to skip. */
export const isDeep = (start: number) => start > skippable;

/** The context by which a list is read. @throws Refusal as `asSlowCall` does */
export const readerOf = async <Reader extends Pick<MemberContext, "db" | "member" | "asSlowCall">>(
  context: Reader,
  isSlow: boolean,
): Promise<Reader> => (isSlow ? { ...context, ...(await context.asSlowCall()) } : context);

/** Longer pages are slow too: to make one keeps everybody's calls waiting. */
const longest = 100;

/** Whether a page is long, or no index finds it. */
export const isSlowPage = (context: MemberContext, type: DocumentType, query: Query): boolean =>
  query.length > longest ||
  !isFound(context, type, query.filters, query.order) ||
  (isDeep(query.start) && type.deepPage?.(context, query) === undefined);

/** Whether no index counts. */
export const isSlowCount = (context: MemberContext, type: DocumentType, filters: Filter[]): boolean =>
  !isFound(context, type, filters);

const ranges = new Set([">", ">=", "<", "<="]);

/** Whether one index leads to the rows that the filters select, and to nothing else, in the order that is given. */
function isFound(context: MemberContext, type: DocumentType, filters: Filter[], order?: OrderTerm[]): boolean {
  const named = ({ column, operator }: Filter) => column === type.key && (operator === "=" || operator === "in");
  if (filters.some(named)) return true;
  const fixed = new Set(filters.flatMap(({ column, operator }) => (operator === "=" ? column : [])));
  const others = filters.filter(({ operator }) => operator !== "=");
  const ordered = order?.map(({ column }) => column);
  // What comes after the key makes no difference. Postgres sorts by the key the few rows that are otherwise equal.
  const sorted = ordered?.slice(0, ordered.indexOf(type.key)).filter((column) => !fixed.has(column));
  return type.indexes(context).some((columns) => {
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
