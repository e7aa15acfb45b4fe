import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "../generated/prisma/client.ts";
import type { Refusal } from "../refusal.ts";

/** Every company's rows. Only for what happens before a company is known; handlers use CompanyDatabase. */
export type World = PrismaClient;

/** @param connections the most that are open at once */
export const openWorld = (url: string, connections: number): World =>
  new PrismaClient({
    errorFormat: "minimal",
    // Calls that claim the last room under a limit wait for each other.
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
    adapter: new PrismaPg({ connectionString: url, max: connections, ...connectionSettings }),
  });

/**
 * Overrides what the server, the database or the role is set to. UTC, because Prisma writes and reads times without
 * their offset. `public`, because a table's name must mean the table there, as it does to Prisma, whatever schemas
 * there are. And a commit must be on disk before Postgres confirms it, because a 250 promises as much.
 */
const sessionOptions = (commits: "on" | "off") =>
  `-c timezone=UTC -c search_path=public -c synchronous_commit=${commits}`;
export const ourSession = { options: sessionOptions("on") };

/** Names a process's connections, for pg_stat_activity, unless the operator's URL names them itself. */
export const withName = (url: string, name: string) =>
  new URL(url).searchParams.has("application_name")
    ? url
    : `${url}${url.includes("?") ? "&" : "?"}application_name=${encodeURIComponent(name)}`;

/** A database that does not answer must not keep everybody waiting. Milliseconds. */
export const connectionSettings = {
  ...ourSession,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 30_000,
  query_timeout: 35_000,
  keepAlive: true,
  // Sooner than a firewall forgets an idle connection.
  keepAliveInitialDelayMillis: 60_000,
  // The connections of a pool that stay open when idle: to connect takes ten times as long as to store a message.
  min: 2,
};

/** After how many seconds a statement of a slow call is broken off. */
export const slowSeconds = 2;

/**
 * The same with a deadline for every statement, for reading what no index finds. None gets helpers from Postgres, which
 * would take the other cores too. This is set by statements, because a pooler may drop settings of a connection.
 */
export const openSlowWorld = (url: string, connections: number): World =>
  new PrismaClient({
    errorFormat: "minimal",
    adapter: new PrismaPg({
      ...{ connectionString: url, max: connections, ...connectionSettings, min: 0 },
      onConnect: (client) =>
        client.query(`SET statement_timeout = '${slowSeconds}s'; SET max_parallel_workers_per_gather = 0`),
    }),
  });

/**
 * A few connections for handwritten statements, each sent by `query` of the pool. A timer here limits each: pg's own
 * is a function that V8 allocates in the old generation, with all that the statement sends (decision 014).
 * @param waitForDisk false: a commit may be lost in a crash, and does not keep others waiting for the disk
 */
export function openPool(connectionString: string, { waitForDisk = true } = {}): pg.Pool {
  const { query_timeout, ...settings } = connectionSettings;
  const options = sessionOptions(waitForDisk ? "on" : "off");
  const pool = new pg.Pool({ connectionString, max: 2, ...settings, options });
  const watches = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  pool.on("acquire", (client) => {
    const giveUp = () => client.emit("error", new Error("Query read timeout"));
    watches.set(client, setTimeout(giveUp, query_timeout));
  });
  pool.on("release", (_, client) => clearTimeout(watches.get(client)));
  // An idle connection that breaks is replaced at the next use.
  pool.on("error", () => undefined);
  return pool;
}

/** Options of a transaction that may change all of a company's addresses, however many there are. Milliseconds. */
export const longTransaction = { timeout: 120_000 };

/** Whether a row was refused because its key, or another unique value of it, is taken. */
export const isTaken = (error: unknown): error is Prisma.PrismaClientKnownRequestError =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";

/** SQLSTATE: the statement was broken off. */
const broken = "57014";

/** Whether a statement took longer than it may. */
export const ranOutOfTime = (error: unknown): boolean =>
  (error as { meta?: { driverAdapterError?: { cause?: { originalCode?: string } } } } | undefined)?.meta
    ?.driverAdapterError?.cause?.originalCode === broken;

/** Handles what a transaction throws: throws a refusal when a key is taken, and any other error as it is. */
export const ifTaken =
  (refusal: () => Refusal) =>
  (error: unknown): never => {
    throw isTaken(error) ? refusal() : error;
  };

type Where = Record<string, unknown>;
/** The arguments that are checked or changed to limit a query to a company. */
type Given = { where?: Where; data?: Where | Where[]; select?: Where; include?: Where };

const byColumn = (company: string): Where => ({ company });
const everyones = (): Where => ({});

/** How queries of each model are limited to one company; null: the model is out of reach from within a company. */
const scopes: Record<Prisma.ModelName, ((company: string) => Where) | null> = {
  Installation: null,
  Plan: everyones,
  PlanFeature: everyones,
  PlanQuota: everyones,
  QuotaUse: byColumn,
  Company: (company) => ({ name: company }),
  Subscription: byColumn,
  Member: byColumn,
  Invitation: byColumn,
  Session: (company) => ({ member_row: { company } }),
  SignupRequest: null,
  ResetToken: (company) => ({ member_row: { company } }),
  Domain: byColumn,
  Email: byColumn,
  MessageSource: byColumn,
  CustomerInbox: byColumn,
  PostmasterMail: null,
  InboxBlock: byColumn,
  Webhook: byColumn,
  WebhookDelivery: byColumn,
  WebhookAttempt: (company) => ({ delivery_row: { company } }),
  NotificationLog: byColumn,
  Event: byColumn,
  NotificationPreference: (company) => ({ member_row: { company } }),
};

const withWhere = new Set([
  "findUnique",
  "findUniqueOrThrow",
  "findFirst",
  "findFirstOrThrow",
  "findMany",
  "update",
  "updateMany",
  "updateManyAndReturn",
  "delete",
  "deleteMany",
  "count",
  "aggregate",
  "groupBy",
]);
const withData = new Set(["create", "createMany", "createManyAndReturn"]);

/**
 * The database as one company sees it: every query is held to the company's rows and every new row is the
 * company's, whatever the caller asks for (design, invariant 2).
 */
export function companyDatabase(world: World, company: string) {
  return world.$extends({
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          const scope = scopes[model];
          if (scope === null) throw new Error(`${model} is out of reach from within a company`);
          const where = scope(company);
          const given = args as Given;
          for (const row of [given.data ?? []].flat()) requireColumns(model, row);
          requireOwn(model, given);
          if (withWhere.has(operation)) {
            if (scope === byColumn && [given.data ?? []].flat().some((row) => "company" in row)) {
              throw new Error(`${model}'s rows stay with their company`);
            }
            return query({ ...given, where: { ...given.where, AND: [where, ...conditions(given.where)] } } as never);
          }
          if (withData.has(operation) && scope === byColumn) {
            const data = Array.isArray(given.data)
              ? given.data.map((row) => ({ ...row, company }))
              : { ...given.data, company };
            return query({ ...given, data } as never);
          }
          throw new Error(`${model}.${operation} has no rule that holds it to a company`);
        },
      },
      // Raw SQL cannot be limited to a company here, so only statements that limit themselves are let through.
      $allOperations({ model, operation, args, query }) {
        if (model === undefined && !heldByItself.getStore()) {
          throw new Error(`${operation} is out of reach from within a company`);
        }
        return query(args);
      },
    },
  });
}

/** The relations that a query may include: they lead to rows that all companies share, or to parts of a row itself. */
const openRelations: Record<string, Prisma.ModelName> = {
  plan_row: "Plan",
  features: "PlanFeature",
  attempts: "WebhookAttempt",
};

const isColumn = (model: Prisma.ModelName, name: string) => Object.hasOwn(Prisma[`${model}ScalarFieldEnum`], name);

/** @throws when data also writes rows of other models, which no rule would limit to the company */
function requireColumns(model: Prisma.ModelName, data: Where): void {
  const other = Object.keys(data).find((name) => !isColumn(model, name));
  if (other !== undefined) throw new Error(`${model}.${other} is out of reach from within a company`);
}

/** @throws when a query also reads rows of other models, which no rule would limit to the company */
function requireOwn(model: Prisma.ModelName, { select, include }: Given): void {
  for (const [name, inner] of Object.entries({ ...select, ...include })) {
    if (isColumn(model, name)) continue;
    const next = openRelations[name];
    if (next === undefined) throw new Error(`${model}.${name} is out of reach from within a company`);
    requireOwn(next, inner as Given);
  }
}

const conditions = (where: Where | undefined): unknown[] => [where?.AND ?? []].flat();

export type CompanyDatabase = ReturnType<typeof companyDatabase>;
/** Several statements of one company that hold together or not at all. */
export type CompanyTransaction = Omit<
  CompanyDatabase,
  "$connect" | "$disconnect" | "$extends" | "$on" | "$transaction"
>;

/** A transaction of one company, or of the world. */
export type Transaction = CompanyTransaction | Prisma.TransactionClient;

/** While this is set, raw SQL is let through. */
const heldByItself = new AsyncLocalStorage<true>();

/** Runs one of the product's few statements that Prisma cannot express. It must limit itself to its company. */
export const sql =
  (tx: Transaction) =>
  <Row>(parts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
    heldByItself.run(true, async () => await (tx as Prisma.TransactionClient).$queryRaw<Row[]>(parts, ...values));
