import { texts } from "@mayfly/contracts";
import { z } from "zod";
import { Refusal } from "../refusal.ts";

const tooLargeCodes = new Set([
  "FST_ERR_CTP_BODY_TOO_LARGE",
  "FST_REQ_FILE_TOO_LARGE",
  "FST_PARTS_LIMIT",
  "FST_FIELDS_LIMIT",
]);

/** What the caller did wrong; undefined for what is our own fault. @param contentType of the request */
export function asRefusal(error: unknown, contentType = ""): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string };
  if (code !== undefined && tooLargeCodes.has(code)) return new Refusal("RequestTooLarge", texts.tooLarge);
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return Refusal.unread().as("unsupported_media_type");
  if (code === "FST_ERR_CTP_INVALID_JSON_BODY") return Refusal.unread("The body is not valid JSON.");
  // Longer than any name.
  if (code === "FST_ERR_MAX_PARAM_LENGTH") return Refusal.notFound();
  if (code === "FST_FILES_LIMIT") return Refusal.invalid("A call takes fields, not files.");
  // The multipart parser's errors have no codes, neither for a body it cannot read nor for a boundary that is too long.
  const isUnread = /^\s*multipart\//i.test(contentType) && /multipart|needle/i.test(message ?? "");
  if (isUnread || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) {
    return Refusal.unread();
  }
  if (unkept.test(postgresCodeOf(error)))
    return Refusal.invalid("The request contains a character that cannot be stored.");
  return undefined;
}

// An outage is told by its class, wherever it is met: Prisma names it by a code of its own, but of a raw query says only that
// it failed (P2010), and what its adapter met; the driver alone, and the system, have codes and messages of theirs.

// Prisma cannot connect, or waits too long for a connection or a transaction.
const prismaUnavailable = /^(P1\d{3}|P2024|P2028)$/;

// What the adapter met: the database's host is away or turns clients down, or a connection broke.
const adapterUnavailable =
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TlsConnectionError|TooManyConnections|DatabaseDoesNotExist|DatabaseAccessDenied|AuthenticationFailed)$/;

// Postgres is starting, stopping, or out of connections; or a statement has waited too long for others.
const postgresUnavailable = /^(08|53|55000|57014|57P0|58030)/;

// What is there, and cannot do all of its work: Postgres takes no writes, as a former primary after a failover; or Postgres or
// this process lacks something of the machine.
const lacking: [codes: RegExp, Outage][] = [
  [/^25006$/, "the database is read-only"],
  [/^(53100|ENOSPC|EDQUOT|EROFS)$/, "the disk takes no more"],
  [/^(53200|ENOMEM)$/, "memory has run out"],
  // A lock that did not come in time; and what Postgres ended for others: they waited for each other, or changed the same.
  [/^(55P03|40001|40P01|P2034)$/, "the database is busy"],
  [/^(EMFILE|ENFILE)$/, "no file descriptor is left"],
];

// Messages of the driver's own errors, which have no code: a connection broke during a query or before it, or none was
// free in time.
const driverUnavailable =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded when trying to connect|Query read timeout)/;

// Codes of the system, which Prisma does not translate all: the connection broke, or the database's host is away.
const socketUnavailable = /^(EPIPE|ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/;

const DatabaseError = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  meta: z
    .object({
      driverAdapterError: z.object({ cause: z.object({ kind: z.string(), originalCode: z.string() }).partial() }),
    })
    .optional()
    .catch(undefined),
});

const causeOf = (error: unknown) => DatabaseError.safeParse(error).data?.meta?.driverAdapterError.cause;
const postgresCodeOf = (error: unknown) => causeOf(error)?.originalCode ?? "";

// NUL in a text, or in JSON, is the only part of a JavaScript string that Postgres cannot store.
const unkept = /^(22021|22P05)$/;

/** What is away, or cannot do all of its work, in the words of the log. */
export type Outage =
  | "the relay is away"
  | "the database is away"
  | "the database is read-only"
  | "the disk takes no more"
  | "memory has run out"
  | "the database is busy"
  | "no file descriptor is left";

/** What a failure says of the outage that it comes from; undefined for a failure that comes from none. */
export function outageOf(error: unknown): Outage | undefined {
  const { outage, cause } = (error ?? {}) as { outage?: Outage; cause?: unknown };
  if (outage !== undefined) return outage;
  const { code = "", message = "" } = DatabaseError.safeParse(error).data ?? {};
  const met = postgresCodeOf(error) || code;
  const known = lacking.find(([codes]) => codes.test(met))?.[1];
  const isAway =
    prismaUnavailable.test(code) ||
    socketUnavailable.test(code) ||
    adapterUnavailable.test(causeOf(error)?.kind ?? "") ||
    postgresUnavailable.test(met) ||
    driverUnavailable.test(message);
  const own = known ?? (isAway ? "the database is away" : undefined);
  // What asks to be tried again stands for what it has met.
  return own && (outageOf(cause) ?? own);
}

/** Our own fault: a 503 while something is away, otherwise a 500. */
export const asFault = (error: unknown): Refusal =>
  outageOf(error) === undefined ? new Refusal("ServerError", texts.unexpected) : Refusal.unavailable();
