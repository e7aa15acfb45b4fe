import { AsyncLocalStorage } from "node:async_hooks";
import { Prisma } from "../generated/prisma/client.ts";
import type { RootDatabase } from "./database.ts";
import { hasCompany, tables } from "./tables.ts";

type Where = Record<string, unknown>;
/** The arguments that are checked or changed to limit a query to a company. */
type QueryArguments = { where?: Where; data?: Where | Where[]; select?: Where; include?: Where };

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
 * company's, whatever the caller asks for (invariant 2).
 */
export function companyDatabase(rootDb: RootDatabase, company: string) {
  return rootDb.$extends({
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          const { scope } = tables[model];
          if (scope === null) throw new Error(`${model} is out of reach from within a company`);
          const where = scope(company);
          const given = args as QueryArguments;
          for (const row of [given.data ?? []].flat()) requireColumns(model, row);
          requireOwn(model, given);
          if (withWhere.has(operation)) {
            if (hasCompany(model) && [given.data ?? []].flat().some((row) => "company" in row)) {
              throw new Error(`${model}'s rows stay with their company`);
            }
            return query({ ...given, where: { ...given.where, AND: [where, ...conditions(given.where)] } } as never);
          }
          if (withData.has(operation) && hasCompany(model)) {
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
function requireOwn(model: Prisma.ModelName, { select, include }: QueryArguments): void {
  for (const [name, inner] of Object.entries({ ...select, ...include })) {
    if (isColumn(model, name)) continue;
    const next = openRelations[name];
    if (next === undefined) throw new Error(`${model}.${name} is out of reach from within a company`);
    requireOwn(next, inner as QueryArguments);
  }
}

const conditions = (where: Where | undefined): unknown[] => [where?.AND ?? []].flat();

export type CompanyDatabase = ReturnType<typeof companyDatabase>;
/** Several statements of one company that hold together or not at all. */
export type CompanyTransaction = Omit<
  CompanyDatabase,
  "$connect" | "$disconnect" | "$extends" | "$on" | "$transaction"
>;

/** A transaction of one company, or of all. */
export type Transaction = CompanyTransaction | Prisma.TransactionClient;

/** While this is set, raw SQL is let through. */
const heldByItself = new AsyncLocalStorage<true>();

/** Runs one of the product's few statements that Prisma cannot express. It must limit itself to its company. */
export const sql =
  (tx: Transaction) =>
  <Row>(parts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
    heldByItself.run(true, async () => await (tx as Prisma.TransactionClient).$queryRaw<Row[]>(parts, ...values));
