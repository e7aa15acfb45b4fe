import { expect, inject, it } from "vitest";
import { z } from "zod";
import { openRootDatabase, type RootDatabase } from "../database/database.ts";
import { cloneDatabase } from "../testing/postgres.ts";
import { asFault, asRefusal, outageOf } from "./failure.ts";

// Which of these errors occurs depends on when the database goes away; `npm run prove -- faults` meets them all.
it.each([
  ["a connection that broke under a query", new Error("Connection terminated unexpectedly")],
  [
    "a connection that broke before its first query",
    new Error("Client has encountered a connection error and is not queryable"),
  ],
  ["a connection that was closed", new Error("Client was closed and is not queryable")],
  ["a connection that broke while it was written to", Object.assign(new Error("write EPIPE"), { code: "EPIPE" })],
  ["a host that is away", Object.assign(new Error("connect EHOSTUNREACH"), { code: "EHOSTUNREACH" })],
  ["no connection in time", new Error("timeout exceeded when trying to connect")],
  ["no answer in time", new Error("Query read timeout")],
  [
    "a database that only reads",
    Object.assign(new Error("Database error. Code: `25006`."), {
      ...{ code: "P2039", meta: { driverAdapterError: { cause: { originalCode: "25006" } } } },
    }),
  ],
  ["no transaction in time", Object.assign(new Error("Transaction API error"), { code: "P2028" })],
  [
    "a statement that waited too long for others",
    Object.assign(new Error("Database error. Code: `57014`."), {
      ...{ code: "P2010", meta: { driverAdapterError: { cause: { originalCode: "57014" } } } },
    }),
  ],
  [
    "a pool without a connection to spare",
    Object.assign(new Error("sorry, too many clients already"), { code: "53300" }),
  ],
  ["a server that is stopping", Object.assign(new Error("terminating connection"), { code: "57P01" })],
  ["a connection that was closed", Object.assign(new Error("Server has closed the connection."), { code: "P1017" })],
])("reports %s as ServiceUnavailable", (_what, error) => {
  expect(asFault(error).type).toBe("ServiceUnavailable");
});

it.each([
  ["the disk takes no more", { code: "53100" }],
  ["the disk takes no more", { code: "ENOSPC" }],
  ["memory has run out", { code: "53200" }],
  ["no file descriptor is left", { code: "EMFILE" }],
  ["the database is read-only", { code: "P2010", meta: { driverAdapterError: { cause: { originalCode: "25006" } } } }],
  ["the database is busy", { code: "P2010", meta: { driverAdapterError: { cause: { originalCode: "55P03" } } } }],
  ["the database is away", { code: "57P03" }],
  ["the disk takes no more", { code: "57P03", cause: Object.assign(new Error("full"), { code: "53100" }) }],
  ["the relay is away", { code: "ESOCKET", outage: "the relay is away" }],
])("says that %s, and asks callers to come again (row Z15)", (outage, fields) => {
  const error = Object.assign(new Error("x"), fields);
  expect([outageOf(error), asFault(error).type]).toEqual([outage, "ServiceUnavailable"]);
});

it("takes two calls that wait for each other for a busy database, not for a bug (row Z15)", async () => {
  const { url, drop } = await cloneDatabase(inject("templateUrl"));
  const [one, two] = [openRootDatabase(url, 1), openRootDatabase(url, 1)];
  const both = Promise.withResolvers<void>();
  let locked = 0;
  const wants = (db: RootDatabase, first: number, second: number) =>
    db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT pg_advisory_xact_lock(${first}::bigint)::text`;
        locked += 1;
        if (locked === 2) both.resolve();
        await both.promise;
        await tx.$queryRaw`SELECT pg_advisory_xact_lock(${second}::bigint)::text`;
      },
      { timeout: 600_000 },
    );
  const ends = await Promise.allSettled([wants(one, 1, 2), wants(two, 2, 1)]);
  const failed = ends.filter((end) => end.status === "rejected");
  expect(failed.map(({ reason }) => [outageOf(reason), asFault(reason).type])).toEqual([
    ["the database is busy", "ServiceUnavailable"],
  ]);
  await Promise.all([one.$disconnect(), two.$disconnect()]);
  await drop();
});

it("takes no fault for an outage because of what it came from", () => {
  expect(
    outageOf(new Error("a bug", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) })),
  ).toBeUndefined();
});

it.each(["postgres://a:b@127.0.0.1:1/x", "postgres://a:b@nowhere.invalid/x"])(
  "reports whatever is asked of a database at %s as ServiceUnavailable",
  async (url) => {
    const db = openRootDatabase(url, 1);
    const asked = [
      () => db.$queryRaw`SELECT 1`,
      () => db.$executeRaw`SELECT 1`,
      () => db.company.findFirst(),
      () => db.$transaction((tx) => tx.$queryRaw`SELECT 1`),
    ];
    for (const ask of asked) {
      const error = await ask().then(
        () => undefined,
        (thrown) => thrown,
      );
      expect(asFault(error).type).toBe("ServiceUnavailable");
    }
    await db.$disconnect();
  },
);

it.each([[new Error("a bug")], [new TypeError("x is not a function")], ["thrown text"], [undefined]])(
  "reports %s as a ServerError",
  (error) => {
    expect(asFault(error).type).toBe("ServerError");
  },
);

it.each([
  ["an answer that breaks its contract", z.object({ a: z.string() }).safeParse({}).error],
  ["a fault that speaks of a request's form", new Error("cannot read the multipart message")],
])("does not report %s as the caller's mistake", (_what, error) => {
  expect(asRefusal(error, "application/json")).toBeUndefined();
});
