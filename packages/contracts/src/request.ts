import type { Contract } from "./wire.ts";

/** A call as HTTP carries it. */
export interface CallRequest {
  /** With the query. */
  path: string;
  method: Contract["verb"];
  headers: Record<string, string>;
  /** Not for a GET or DELETE. */
  body?: string;
}

/**
 * Builds the HTTP request of a call. A `:word` in its path is taken from the input.
 * @param as how the body carries the input
 */
export function requestOf(
  { verb, path }: Pick<Contract, "verb" | "path">,
  input: object,
  as: "json" | "form" = "json",
): CallRequest {
  const fields: Record<string, unknown> = { ...input };
  const route = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = escaped(fields[name]);
    delete fields[name];
    return value;
  });
  if (verb === "GET" || verb === "DELETE") {
    const query = encode(fields);
    return { path: query === "" ? route : `${route}?${query}`, method: verb, headers: {} };
  }
  const [type, body] =
    as === "form" ? ["x-www-form-urlencoded;charset=UTF-8", encode(fields)] : ["json", JSON.stringify(fields)];
  return { path: route, method: verb, headers: { "Content-Type": `application/${type}` }, body };
}

/** Text as forms and queries carry it: lists and objects as JSON, and no entry for undefined. */
function encode(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${escaped(name)}=${escaped(typeof value === "object" ? JSON.stringify(value) : value)}`)
    .join("&");
}

const escaped = (value: unknown) => encodeURIComponent(String(value).toWellFormed());
