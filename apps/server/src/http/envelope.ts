import { type ErrorBody, texts } from "@mayfly/contracts";
import { z } from "zod";
import { Refusal } from "../refusal.ts";

const english = z.locales.en().localeError;
/** What is wrong, and with which field. */
function inGeneral(issue: z.core.$ZodRawIssue): string {
  const said = english(issue);
  const text = typeof said === "string" ? said : (said?.message ?? "Invalid input");
  const field = issue.path?.join(".");
  return field ? `${field}: ${text}` : text;
}
// Where a schema has no words of its own.
z.config({ localeError: inGeneral });

/** The framework's body for a refusal: the first text as `message`, and all of them wrapped as its clients expect. */
export const errorBody = ({ type, message, further }: Refusal): ErrorBody => ({
  exc_type: type,
  exc: JSON.stringify([`${type}: ${message}`]),
  _server_messages: JSON.stringify(
    [message, ...further].map((text) => JSON.stringify({ message: text, indicator: "red" })),
  ),
  message,
});

const tooLargeCodes = new Set([
  "FST_ERR_CTP_BODY_TOO_LARGE",
  "FST_REQ_FILE_TOO_LARGE",
  "FST_PARTS_LIMIT",
  "FST_FIELDS_LIMIT",
]);

/**
 * What is wrong with an input, one text for each thing. Of what is of another kind, nothing else is told. A text's own
 * words are for one that was not given.
 * @param error of an input that is reported with its issues
 */
export function invalidInput({ issues }: z.core.$ZodError): Refusal {
  const ofAnotherKind = new Set(issues.filter(({ code }) => code === "invalid_type").map(({ path }) => path.join(".")));
  const told = issues.filter(({ code, path }) => code === "invalid_type" || !ofAnotherKind.has(path.join(".")));
  const textOf = (issue: z.core.$ZodIssue) => {
    const { input } = issue;
    const isText = issue.code === "invalid_type" && issue.expected === "string";
    return isText && input !== undefined && input !== null ? inGeneral({ ...issue, input }) : issue.message;
  };
  const [first = "Invalid input", ...rest] = new Set(told.map(textOf));
  return Refusal.invalid(first, ...rest);
}

/** What the caller did wrong; undefined for what is our own fault. @param contentType of the request */
export function asRefusal(error: unknown, contentType = ""): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string };
  if (code !== undefined && tooLargeCodes.has(code)) return new Refusal("RequestTooLarge", texts.tooLarge);
  if (code === "FST_FILES_LIMIT") return Refusal.invalid("A call takes fields, and no files.");
  // The multipart parser has no codes for what it cannot read, nor for a boundary that is too long to look for.
  const isUnread = /^\s*multipart\//i.test(contentType) && /multipart|needle/i.test(message ?? "");
  if (isUnread || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) {
    return Refusal.invalid("The request could not be read.");
  }
  if (unkept.test(postgresCodeOf(error))) return Refusal.invalid("The request holds a character that cannot be kept.");
  return undefined;
}

// Prisma cannot connect, or waits too long for a connection or a transaction; Postgres is starting, stopping, out of
// connections, or takes nothing in, as the one that another has taken over from; or a statement has waited too long for
// others.
const prismaUnavailable = /^(P1\d{3}|P2024|P2028)$/;
const postgresUnavailable = /^(08|25006|53|55000|57014|57P0)/;

// The driver's own words, which come without a code: a connection broke under a query, or none was to be had in time.
const driverUnavailable = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

const DatabaseError = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  meta: z
    .object({ driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }) })
    .optional()
    .catch(undefined),
});

const postgresCodeOf = (error: unknown) =>
  DatabaseError.safeParse(error).data?.meta?.driverAdapterError.cause.originalCode ?? "";

// NUL in a text, or in JSON, is all that Postgres cannot keep of what JavaScript can say.
const unkept = /^(22021|22P05)$/;

/** Our own fault: what the database does not answer now is a 503, the rest a 500. */
export function asFault(error: unknown): Refusal {
  const { code = "", message = "" } = DatabaseError.safeParse(error).data ?? {};
  const away =
    prismaUnavailable.test(code) || postgresUnavailable.test(postgresCodeOf(error)) || driverUnavailable.test(message);
  return away ? new Refusal("ServiceUnavailable", texts.unavailable) : new Refusal("ServerError", texts.unexpected);
}
