import { expect, it } from "vitest";
import { z } from "zod";
import { asFault, asRefusal } from "./envelope.ts";

// Which of them comes depends on the moment at which the database goes away; `npm run prove -- faults` meets them all.
it.each([
  ["a connection that broke under a query", new Error("Connection terminated unexpectedly")],
  ["no connection in time", new Error("timeout exceeded when trying to connect")],
  ["no answer in time", new Error("Query read timeout")],
  [
    "a database that only reads",
    Object.assign(new Error("Database error. Code: `25006`."), {
      ...{ code: "P2039", meta: { driverAdapterError: { cause: { originalCode: "25006" } } } },
    }),
  ],
  ["a connection that was closed", Object.assign(new Error("Server has closed the connection."), { code: "P1017" })],
])("takes %s for the database being away", (_what, error) => {
  expect(asFault(error).type).toBe("ServiceUnavailable");
});

it.each([[new Error("a bug")], [new TypeError("x is not a function")], ["thrown text"], [undefined]])(
  "takes %s for a fault of our own",
  (error) => {
    expect(asFault(error).type).toBe("ServerError");
  },
);

it.each([
  ["an answer that breaks its contract", z.object({ a: z.string() }).safeParse({}).error],
  ["a fault that speaks of a request's form", new Error("cannot read the multipart message")],
])("does not take %s for the caller's mistake", (_what, error) => {
  expect(asRefusal(error, "application/json")).toBeUndefined();
});
