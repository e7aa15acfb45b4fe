import { Refusal } from "../../refusal.ts";
import type { QueryFault } from "./query.ts";

/** Refuses a query, with the place of what is wrong in it. */
export const refusedQuery = ({ position, length, text }: QueryFault): Refusal =>
  Object.assign(Refusal.invalid(text), {
    problems: [{ path: ["q"], text, position, length }],
    place: { position, length },
  });
