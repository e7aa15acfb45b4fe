import { Refusal } from "../refusal.ts";
import { comparableField, type DocumentType } from "./document_type.ts";

export interface OrderTerm {
  column: string;
  direction: "asc" | "desc";
}

/** Parses `modified desc, name`, which is also the default. @throws Refusal */
export function parseOrder(type: DocumentType, orderBy: string | undefined): OrderTerm[] {
  const terms = (orderBy ?? "modified desc").split(",").map((term): OrderTerm => {
    const [, name = "", direction = "asc"] = /^(.+?)(?:\s+(asc|desc))?$/i.exec(term.trim()) ?? [];
    if (!/^[\w` .]+$/.test(name)) throw Refusal.invalid(`Unknown order: ${term.trim()}`);
    const { column } = comparableField(type, name);
    return { column, direction: direction.toLowerCase() === "desc" ? "desc" : "asc" };
  });
  return [...terms, { column: type.key, direction: terms.at(-1)?.direction ?? "asc" }];
}
