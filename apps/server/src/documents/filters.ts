import { asciiDomain, canonicalAddress, type Filters, isInstant } from "@mayfly/contracts";
import { validate as isUuid, NIL } from "uuid";
import { z } from "zod";
import { Refusal } from "../refusal.ts";
import { isAscii } from "../text/ascii.ts";
import { type ComparableField, comparableField, type Fields, type Kind } from "./field.ts";

type Scalar = string | boolean | Date;

/** A filter of a request, its value in the type of the column. */
export type Filter = { column: string } & (
  | { operator: "=" | "!="; value: Scalar | null }
  | { operator: ">" | ">=" | "<" | "<="; value: Scalar }
  | { operator: "in"; value: Scalar[] }
  /** One of the labels that a column holds. */
  | { operator: "has"; value: string }
  /** A `%` at either end of the value matches any text there; every other character matches itself. */
  | { operator: "like"; value: string }
);
/** As requests write them. */
type Operator = Exclude<Filter["operator"], "has">;

const operatorsOf: Record<Kind, Operator[]> = {
  text: ["=", "!=", "in", "like"],
  labels: ["="],
  address: ["=", "!=", "in", "like"],
  uuid: ["=", "!=", "in"],
  choice: ["=", "!=", "in"],
  flag: ["=", "!="],
  instant: ["=", "!=", ">", ">=", "<", "<="],
};
const operators = new Set<string>(Object.values(operatorsOf).flat());
const isOperator = (name: string): name is Operator => operators.has(name);

/** Parses the filters of a request. @throws Refusal that names the field, the operator or the value that is wrong */
export function parseFilters(fields: Fields, filters: Filters | undefined): Filter[] {
  const given = Array.isArray(filters)
    ? filters.map((filter) => (filter.length === 4 ? filter.slice(1) : filter))
    : Object.entries(filters ?? {}).map(([name, value]) => [name, ...(Array.isArray(value) ? value : ["=", value])]);
  return given.map(([name, operator, value, ...more]) => {
    const field = comparableField(fields, String(name));
    if (value === undefined || more.length > 0) throw Refusal.invalid(`Give an operator and a value for ${field.name}`);
    return parseFilter(field, String(operator).toLowerCase(), value);
  });
}

function parseFilter(field: ComparableField, operator: string, value: unknown): Filter {
  const { column, kind, name, nullable } = field;
  if (!isOperator(operator)) throw Refusal.invalid(`Unknown operator: ${operator}`);
  if (!operatorsOf[kind].includes(operator))
    throw Refusal.invalid(`Field cannot be compared with ${operator}: ${name}`);
  if (kind === "labels") return { column, operator: "has", value: String(typed(field, value)) };
  switch (operator) {
    case "=":
    case "!=":
      return { column, operator, value: value === null && nullable ? null : typed(field, value) };
    case "like":
      return { column, operator, value: patternOf(kind, String(typed(field, value))) };
    case "in": {
      const entries: unknown[] = Array.isArray(value) ? value : String(value).split(",");
      return { column, operator, value: entries.map((entry) => typed(field, entry)) };
    }
    default:
      return { column, operator, value: typed(field, value) };
  }
}

/** The value that a column must have; undefined if no filter says so. */
export const equalTo = (filters: Filter[], name: string): Scalar | null | undefined =>
  filters.find(({ column, operator }) => column === name && operator === "=")?.value as Scalar | null | undefined;

/** A pattern in which the domain of an address is written as it is stored. */
function patternOf(kind: Kind, pattern: string): string {
  if (kind !== "address") return pattern;
  const [, opens = "", text = "", closes = ""] = /^(%?)(.*?)(%?)$/s.exec(pattern) ?? [];
  const at = text.lastIndexOf("@") + 1;
  const domain = isAscii(text) ? "" : asciiDomain(text.slice(at));
  return domain === "" ? pattern : opens + text.slice(0, at) + domain + closes;
}

const isoInstant = z.iso.datetime({ offset: true });

/** ISO 8601, also a date alone or with a space for the T; without a zone it is UTC (docs/decisions/005). */
function instantOf(text: string): Date {
  const parts = /^([\d-]+)(?:[ T](\d\d:\d\d)(:[\d.]+)?(Z|[+-][\d:]+)?)?$/.exec(text) ?? [];
  const [, date, time = "00:00", seconds = ":00", zone = "Z"] = parts;
  const iso = `${date}T${time}${seconds}${zone}`;
  return new Date(isoInstant.safeParse(iso).success ? iso : Number.NaN);
}

function typed({ name, kind, choices }: ComparableField, value: unknown): Scalar {
  const text = String(value);
  // A text column cannot hold a NUL, so it can match nothing and must not reach the database.
  if (value === null || Array.isArray(value) || text.includes("\0")) throw Refusal.invalid(`Invalid value for ${name}`);
  switch (kind) {
    case "text":
      return text;
    case "labels":
      return text.trim().toLowerCase();
    case "choice":
      if (!choices.includes(text)) throw Refusal.invalid(`Invalid value for ${name}: ${text.slice(0, 40)}`);
      return text;
    case "address":
      return canonicalAddress(text);
    case "uuid":
      return isUuid(text) ? text : NIL;
    case "flag":
      if (!/^(?:[01]|true|false)$/.test(text)) throw Refusal.invalid(`Invalid value for ${name}: ${text.slice(0, 40)}`);
      return text === "1" || text === "true";
    case "instant": {
      const instant = instantOf(text);
      if (!isInstant(instant)) throw Refusal.invalid(`Invalid date for ${name}: ${text.slice(0, 40)}`);
      return instant;
    }
  }
}
