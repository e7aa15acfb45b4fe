import { int, object } from "zod/mini";
import { Refused } from "../../data/api.ts";

const Body = object({ place: object({ position: int(), length: int() }) });

/** What of a query cannot be understood, in characters; undefined: something else has failed. */
export const placeOf = (failure: unknown) =>
  failure instanceof Refused ? Body.safeParse(failure.body).data?.place : undefined;
