import { Refusal } from "../refusal.ts";
import { comparableField, type Fields } from "./field.ts";

export interface OrderTerm {
  column: string;
  direction: "asc" | "desc";
}

/** Parses terms such as `modified desc, name`. @param key the column that decides last @throws Refusal */
export function parseOrder(fields: Fields, key: string, orderBy = "modified desc"): OrderTerm[] {
  const terms = orderBy.split(",").map((term): OrderTerm => {
    const [, name = "", direction = "asc"] = /^(.+?)(?:\s+(asc|desc))?$/i.exec(term.trim()) ?? [];
    if (!/^[\w` .]+$/.test(name)) throw Refusal.invalid(`Unknown order: ${term.trim()}`);
    const { column } = comparableField(fields, name);
    return { column, direction: direction.toLowerCase() === "desc" ? "desc" : "asc" };
  });
  return [...terms, { column: key, direction: terms.at(-1)?.direction ?? "asc" }];
}
