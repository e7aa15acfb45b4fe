import * as z from "zod/mini";
import { Email } from "./email.ts";
import { CustomerInbox } from "./inbox.ts";
import { limits } from "./limits.ts";
import { NotificationLog } from "./notification.ts";
import { blank, json, logical, whole } from "./values.ts";
import { get, methods, place, platform, postToRead } from "./wire.ts";

/** The document types that the generic calls serve, by their names on the wire. */
export const doctypes = {
  "Customer Inbox": CustomerInbox,
  Email,
  "Notification Log": NotificationLog,
} as const;
export type Doctype = keyof typeof doctypes;
const doctype = z.enum(Object.keys(doctypes) as [Doctype, ...Doctype[]]);

const noFilter = { error: "Each entry of filters needs a field, an operator and a value." };

const scalar = z.union([z.string().check(z.maxLength(1000)), z.number(), z.boolean(), z.null()]);
const value = z.union([scalar, z.array(scalar).check(z.maxLength(100))]);
type Value = z.infer<typeof value>;
type Condition = [field: string, operator: string, Value] | [doctype: string, field: string, operator: string, Value];
// No tuple and no record here: browsers would load these parts of zod for this alone.
const condition = z.pipe(
  z.array(value).check(
    z.minLength(3),
    z.maxLength(4),
    z.refine(
      (parts) =>
        parts
          .slice(0, -1)
          .every((part, at, { length }) => typeof part === "string" && part.length <= (at === length - 1 ? 20 : 140)),
      noFilter,
    ),
  ),
  z.transform((parts) => parts as Condition),
);
/** An operator and a list. An operator and a single value are a list of values, which `value` takes. */
const withList = z.array(value).check(
  z.maxLength(2),
  z.refine(([operator]) => typeof operator === "string" && operator.length <= 20, noFilter),
);
/**
 * `[[field, operator, value]]`, `[[doctype, field, operator, value]]`, `{field: value}` or `{field: [operator, value]}`, as
 * the framework takes them.
 */
export const Filters = z.union([
  z.array(condition).check(z.maxLength(20)),
  z.catchall(z.object({}), z.union([value, withList])).check(
    z.refine((conditions) => {
      const names = Object.keys(conditions);
      return names.length <= 20 && names.every(({ length }) => length <= 140);
    }, noFilter),
  ),
]);
export type Filters = z.infer<typeof Filters>;

/** The framework's clients send them empty. Others are not served, and must be refused rather than ignored. */
const orFilters = blank(
  z.optional(json(z.array(z.unknown()).check(z.maxLength(0, { error: "or_filters are not served" })))),
);
/** The framework's clients send it empty too, or as the row's own name, which makes each row its own group. */
const groupBy = blank(
  z.optional(z.string().check(z.regex(/^(`tab[\w ]+`\.)?`?name`?$/, { error: "group_by is served by name alone" }))),
);
const fields = json(
  z.union([
    z.array(z.string().check(z.maxLength(140))).check(z.maxLength(50)),
    // The framework's Python client asks for all fields in this way.
    z.pipe(
      z.literal("*"),
      z.transform(() => ["*"]),
    ),
  ]),
);
/** The framework's JavaScript client may ask for rows as lists. It would misread the objects that we answer with. */
const asDict = blank(z.optional(z.pipe(logical, z.literal(true, { error: "as_dict is served as true alone" }))));
const orderBy = z.string().check(z.maxLength(140));
const start = whole(0, 10_000_000);

/** A text in parts, of which every second one, from the second, is a word that was looked for. */
const parts = z.array(z.string());
/** Where a search found a message (row T05). */
export const SearchHit = z.object({
  sender: parts,
  recipients: parts,
  subject: parts,
  /** The part of the text that has the most of the words. */
  text: parts,
  /** The names of files that have one. */
  files: z.array(parts),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const reportview = methods(`${platform}.desk.reportview`, {
  /**
   * A page of rows as columns (`keys`) and lists of values. With `q`, it is the mail that a search finds (docs/search.md),
   * the newest first, without filters and order; `found` says where, row by row, and `next` where to go on. Mail that
   * arrived after `indexed_to` may be missing; if it is null, all was searched. A query that cannot be understood is refused
   * with its `place`.
   */
  get: postToRead({
    access: "Member",
    input: z.object({
      doctype,
      fields: blank(z.optional(fields)),
      filters: blank(z.optional(json(Filters))),
      or_filters: orFilters,
      group_by: groupBy,
      order_by: blank(z.optional(orderBy)),
      start: blank(z._default(start, 0)),
      page_length: blank(z._default(whole(1, limits.pageMax), limits.inboxPageSize)),
      q: blank(z.optional(z.string())),
      /** The `next` of the page before. */
      after: blank(z.optional(z.string().check(z.maxLength(500)))),
    }),
    output: z.object({
      keys: z.array(z.string()),
      values: z.array(z.array(z.unknown())),
      found: z.optional(z.array(SearchHit)),
      next: z.optional(z.nullable(z.string())),
      indexed_to: z.optional(z.nullable(z.string())),
    }),
  }),
  /** How many rows match, at most `limit`. */
  get_count: postToRead({
    access: "Member",
    input: z.object({
      doctype,
      filters: blank(z.optional(json(Filters))),
      or_filters: orFilters,
      limit: blank(z._default(whole(1, limits.count), limits.count)),
    }),
    output: z.number(),
  }),
});

export const load = methods(`${platform}.desk.form.load`, {
  /** One document. For a message, the caller is added to `_seen` (requirement P86). */
  getdoc: get({
    access: "Member",
    input: z.object({ doctype, name: z.string().check(z.maxLength(320)) }),
    output: z.object({ docs: z.array(z.looseObject({})) }),
    bare: true,
  }),
});

export const resource = place(
  {
    /** A page of rows as objects, with only their `name` unless `fields` asks for more. */
    list: get({
      access: "Member",
      input: z.object({
        doctype,
        fields: blank(z.optional(fields)),
        filters: blank(z.optional(json(Filters))),
        or_filters: orFilters,
        group_by: groupBy,
        order_by: blank(z.optional(orderBy)),
        limit_start: blank(z._default(start, 0)),
        limit_page_length: blank(z.optional(whole(1, limits.pageMax))),
        /** The same, as the framework's JavaScript client calls it. */
        limit: blank(z.optional(whole(1, limits.pageMax))),
        as_dict: asDict,
      }),
      output: z.object({ data: z.array(z.looseObject({})) }),
      bare: true,
    }),
  },
  () => "/api/resource/:doctype",
);
