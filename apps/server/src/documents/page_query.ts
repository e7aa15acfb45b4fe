import type { Filters } from "@mayfly/contracts";
import type { DocumentType, Query } from "./document_type.ts";
import { parseFilters } from "./filters.ts";
import { parseOrder } from "./order.ts";

export interface PageQuery {
  /** Undefined: only the name. */
  fields?: string[] | undefined;
  filters?: Filters | undefined;
  order_by?: string | undefined;
  start: number;
  length: number;
}

export const parseQuery = (
  type: DocumentType,
  { filters, order_by, start, length }: Omit<PageQuery, "fields">,
): Query => ({
  filters: parseFilters(type.fields, filters),
  order: parseOrder(type.fields, type.key, order_by),
  start,
  length,
});
