import * as z from "zod/mini";
import { described } from "../described.ts";
import { whole } from "../values.ts";
import { exampleOf, name } from "./named.ts";

/** Rows of a page of the REST API, at most and without a `limit` (row Q09). */
export const listLimits = { most: 100, usual: 20 } as const;

/** Characters of a cursor. */
const cursorMax = 1_000;

/** Which rows of a list are wanted. A cursor comes from the page before, and holds for the same filters alone. */
export const paged = {
  limit: described("The most rows per page.", z._default(whole(1, listLimits.most), listLimits.usual)),
  cursor: described(
    "The `next_cursor` of the previous page, with the same filters.",
    z.optional(z.string().check(z.minLength(1), z.maxLength(cursorMax))),
  ),
};

/** A page of a list; `next_cursor` is null on the last one. */
const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    data: described("The rows of this page.", z.array(row)),
    next_cursor: described("The cursor for the next page; null on the last one.", z.nullable(z.string())),
  });

/** A page of a list, by its name in the document. @param row has a name too */
export const Page = <Row extends z.ZodMiniType>(title: string, row: Row) =>
  name(title, pageOf(row), { data: [exampleOf(row) as z.input<Row>], next_cursor: null } as z.input<
    ReturnType<typeof pageOf<Row>>
  >);

/** A page that says more than its rows. @param row has a name too */
export const PageWith = <Row extends z.ZodMiniType, More extends z.core.$ZodLooseShape>(
  title: string,
  row: Row,
  more: More,
  example: z.input<z.ZodMiniObject<More>>,
) => {
  const schema = z.extend(pageOf(row), more);
  return name(title, schema, { data: [exampleOf(row)], next_cursor: null, ...example } as z.input<typeof schema>);
};

/** True or false in a query. */
export const queryFlag = z.pipe(
  z.union([z.boolean(), z.enum(["true", "false"])]),
  z.transform((value) => value === true || value === "true"),
);
