import { Prisma } from "../../generated/prisma/client.ts";
import { fieldMark, possession } from "../../mail/show/searched.ts";
import type { Mark } from "../../mark.ts";
import { type Asker, keyOf } from "./document.ts";
import { type Clause, hasPhrases, type Term, termsOf } from "./query.ts";

/** What a search reads of a message's row. */
export const columns = Prisma.sql`inbox.name::text, inbox.company::text, inbox.owner, inbox.visibility, inbox.recipients,
  inbox.source::text, inbox.mail_from, inbox.sender, inbox.subject, inbox.preview, inbox.code, inbox.has_attachment,
  inbox._seen AS seen, inbox.creation, inbox.modified`;

export const isAfter = (place: Mark | undefined) =>
  place === undefined ? Prisma.sql`true` : Prisma.sql`(inbox.modified, inbox.name) < (${place.at}, ${place.key}::uuid)`;

/** Whether a clause is about where a message is in the lists. */
export const isOfPlace = (clause: Clause): boolean =>
  clause.kind === "any" ? clause.clauses.every(isOfPlace) : ["in", "before", "after"].includes(clause.kind);

/** Whether a clause asks for a label of a message's address, which is in the address's own row. */
export const isOfLabel = (clause: Clause): boolean => termsOf([clause]).some(({ kind }) => kind === "label");

/** Addresses that a search looks into one by one. Whether mail is for one of more is told by their rows. */
export const mostRecipients = 200;

/** The addresses to which all mail was sent that a clause holds for; undefined: any, or too many. */
export function recipientsOf(clause: Clause, asker: Asker): string[] | undefined {
  switch (clause.kind) {
    case "in":
      return [asker.addresses.get(clause.address) ?? ""];
    case "label":
      return asker.labelled.get(keyOf(clause));
    case "any": {
      const lists = clause.clauses.map((one) => recipientsOf(one, asker));
      const all = new Set(lists.flatMap((list) => list ?? []));
      return lists.includes(undefined) || all.size > mostRecipients ? undefined : [...all];
    }
    default:
      return undefined;
  }
}

/** Whether the index of words knows all that a clause is about. */
export const isOfWords = (clause: Clause): boolean =>
  termsOf([clause]).every(({ kind }) => ["words", "phrase", "has", "larger"].includes(kind));

const lexeme = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** A term as a tsquery; undefined: the index of tokens does not know it. */
function tokensOfTerm(term: Term): string | undefined {
  if (term.kind === "has") return lexeme(possession(term.what));
  if (term.kind !== "words" && term.kind !== "phrase") return undefined;
  const parts = term.asked.map(({ token, isPrefix }) => lexeme(fieldMark[term.field] + token) + (isPrefix ? ":*" : ""));
  return `(${parts.join(" & ")})`;
}

/** The same of a clause. Of words in their order it is only that they are there. */
export function tokensOf(clause: Clause): string | undefined {
  switch (clause.kind) {
    case "all":
    case "any": {
      const parts = clause.clauses.map(tokensOf);
      return parts.includes(undefined) ? undefined : `(${parts.join(clause.kind === "all" ? " & " : " | ")})`;
    }
    case "not": {
      const tokens = tokensOf(clause.clause);
      // Words that are left out in this order may well be there in another.
      return tokens === undefined || hasPhrases([clause]) ? undefined : `!${tokens}`;
    }
    default:
      return tokensOfTerm(clause);
  }
}

/** A clause as a condition on a message's rows. Of words in their order it is only what the tokens say. */
export function condition(clause: Clause, asker: Asker): Prisma.Sql {
  const tokens = tokensOf(clause);
  if (tokens !== undefined) return Prisma.sql`search.tokens @@ ${tokens}::tsquery`;
  switch (clause.kind) {
    case "all":
    case "any": {
      const parts = clause.clauses.map((one) => Prisma.sql`(${condition(one, asker)})`);
      return Prisma.sql`(${Prisma.join(parts, clause.kind === "all" ? " AND " : " OR ")})`;
    }
    case "not":
      return hasPhrases([clause]) ? Prisma.sql`true` : Prisma.sql`NOT (${condition(clause.clause, asker)})`;
    default:
      return conditionOf(clause, asker);
  }
}

function conditionOf(term: Term, { member, addresses }: Asker): Prisma.Sql {
  switch (term.kind) {
    case "unread":
      return term.is ? Prisma.sql`NOT (${member} = ANY(inbox._seen))` : Prisma.sql`${member} = ANY(inbox._seen)`;
    case "before":
      return Prisma.sql`inbox.modified < ${term.at}`;
    case "after":
      return Prisma.sql`inbox.modified >= ${term.at}`;
    case "larger":
      return Prisma.sql`search.bytes > ${term.bytes}::bigint`;
    case "in":
      return Prisma.sql`inbox.recipients = ${addresses.get(term.address)}`;
    case "label":
      // OFFSET 0: each message's address is looked up.
      return Prisma.sql`EXISTS (
        SELECT FROM email WHERE email_name = inbox.recipients AND company = inbox.company
          AND ${term.of === "run" ? Prisma.sql`run = ${term.label}` : Prisma.sql`${term.label} = ANY(tags)`} OFFSET 0)`;
    default:
      return Prisma.sql`search.tokens @@ ${tokensOfTerm(term) ?? ""}::tsquery`;
  }
}

/** What the index of tokens leads to, for all that is found and perhaps more; undefined when it would go through all mail. */
export function leadOf(clause: Clause): string | undefined {
  switch (clause.kind) {
    case "all": {
      const leads = clause.clauses.map(leadOf).filter((lead) => lead !== undefined);
      return leads.length === 0 ? undefined : `(${leads.join(" & ")})`;
    }
    case "any": {
      const leads = clause.clauses.map(leadOf);
      return leads.includes(undefined) ? undefined : `(${leads.join(" | ")})`;
    }
    case "not":
      return undefined;
    default:
      return tokensOfTerm(clause);
  }
}

/** Whether a clause asks for the beginning of a word. */
export const hasPrefix = (clause: Clause): boolean =>
  termsOf([clause]).some((term) => "asked" in term && term.asked.some(({ isPrefix }) => isPrefix));
