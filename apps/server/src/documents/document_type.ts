import type { SearchHit } from "@mayfly/contracts";
import type { MemberContext } from "../context.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import type { Mark } from "../mark.ts";
import type { Field } from "./field.ts";
import type { Filter } from "./filters.ts";
import type { OrderTerm } from "./order.ts";

type TypesOf<Model extends Prisma.ModelName> = Prisma.TypeMap["model"][Model];
/** Prisma's conditions on the rows of a model. */
type WhereOf<Model extends Prisma.ModelName> = NonNullable<TypesOf<Model>["operations"]["findMany"]["args"]["where"]>;
/** Of several models, a column of any of them. */
type ColumnOf<Model extends Prisma.ModelName> = Model extends Model
  ? Extract<keyof TypesOf<Model>["payload"]["scalars"], string>
  : never;

/** What a request asks for. */
export interface Query {
  filters: Filter[];
  /** The key comes last, so that pages never overlap. */
  order: OrderTerm[];
  start: number;
  length: number;
}

/** What a search finds. */
export interface FoundPage {
  keys: string[];
  /** Row by row, where the words are. */
  found: SearchHit[];
  /** Where to go on; undefined: there is no more. */
  next: Mark | undefined;
  /** Up to when what was searched is complete; undefined: all was searched. */
  indexed_to: Date | undefined;
}

/**
 * A document type: its Prisma model, which of the rows that match the filters a member may read, and all the fields that
 * the contract names.
 */
export interface DocumentType<Model extends Prisma.ModelName = Prisma.ModelName, Name extends string = string> {
  /** The model, as Prisma's client spells it. */
  model: Uncapitalize<Model>;
  /** The column that the API calls `name`. */
  key: ColumnOf<Model>;
  readable(context: MemberContext, filters: Filter[]): WhereOf<Model> | Promise<WhereOf<Model>>;
  /** What filters mean, where that is not what they say to the letter. */
  meant?(context: MemberContext, filters: Filter[]): Promise<Filter[]>;
  fields: Record<Name, Field<ColumnOf<Model>>>;
  /**
   * The table's indexes that find what the caller may read: the columns of each after those that hold the rows to the
   * company and the caller. One that is not here counts as missing: a query that needs it is slow.
   */
  indexes(context: MemberContext): ColumnOf<Model>[][];
  /** Returns what finds the keys of such a page without skipping the rows before it; undefined if nothing does. */
  deepPage?(context: MemberContext, query: Query): (() => Promise<string[]>) | undefined;
  /**
   * Finds rows that the caller may read by words, the newest first.
   * @throws Refusal with the place of what cannot be understood
   */
  search?(context: MemberContext, asked: { q: string; after: Mark | undefined; length: number }): Promise<FoundPage>;
  /** Called with a document's name when a member has read the whole document. */
  opened?(context: MemberContext, name: string): Promise<void>;
}
