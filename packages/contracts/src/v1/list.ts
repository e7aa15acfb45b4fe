import * as z from "zod/mini";
import { described } from "../described.ts";
import { whole } from "../values.ts";

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
export const Page = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    data: described("The rows of this page.", z.array(row)),
    next_cursor: described("The cursor for the next page; null on the last one.", z.nullable(z.string())),
  });

/** True or false in a query. */
export const queryFlag = z.pipe(
  z.union([z.boolean(), z.enum(["true", "false"])]),
  z.transform((value) => value === true || value === "true"),
);
