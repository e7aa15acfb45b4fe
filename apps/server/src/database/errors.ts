import { Prisma } from "../generated/prisma/client.ts";
import type { Refusal } from "../refusal.ts";

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
