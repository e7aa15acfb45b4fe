import type { FailedCriterion, Match } from "@mayfly/contracts";
import { cut } from "../../text/cut.ts";
import { withUnicodeLabels } from "../../text/unicode_labels.ts";
import { folded } from "./tokens.ts";

/** What the list shows of a message, by which it is told apart first. */
interface Listed {
  sender: string;
  subject: string;
  code: string;
  has_attachment: boolean;
}

type TextCriterion = string | { equals: string };

/**
 * Whether one of the texts is what is wanted, or contains it, folded as a search does. What folds to nothing is nowhere.
 * @param fold makes texts that are the same equal
 */
function fits(texts: string[], wanted: TextCriterion, fold = folded): boolean {
  const isWhole = typeof wanted !== "string";
  const looked = fold(isWhole ? wanted.equals : wanted);
  if (looked === "") return false;
  return texts.some((text) => (isWhole ? fold(text) === looked : fold(text).includes(looked)));
}

/** As texts are folded, and the two spellings of a domain are one. */
const foldedMailbox = (text: string) => folded(withUnicodeLabels(text));

const longestQuote = 100;
const quoted = (text: string) => `'${text.length > longestQuote ? `${cut(text, longestQuote)}…` : text}'`;
const lacks = (wanted: TextCriterion, isOne = true) =>
  typeof wanted === "string"
    ? `${isOne ? "does" : "do"} not contain ${quoted(wanted)}`
    : `${isOne ? "is" : "are"} not ${quoted(wanted.equals)}`;

const mostQuoted = 3;
/** What none of some texts is. @param name of one of them, and of several */
function allLack([single, plural]: [string, string], texts: string[], wanted: TextCriterion): string {
  const [one = ""] = texts;
  if (texts.length === 1) return `${single} ${quoted(one)} ${lacks(wanted)}`;
  const more = texts.length > mostQuoted ? ` and ${texts.length - mostQuoted} more` : "";
  return `${plural} ${texts.slice(0, mostQuoted).map(quoted).join(", ")}${more} ${lacks(wanted, false)}`;
}

/** A sender or recipient as it is shown, its name and its address. */
function partsOf(shown: string): string[] {
  const begin = shown.endsWith(">") ? shown.lastIndexOf("<") : -1;
  if (begin < 0) return [shown];
  return [shown, shown.slice(0, begin).trimEnd(), shown.slice(begin + 1, -1)].filter((part) => part !== "");
}

/** The criteria that a message does not meet, as far as its row tells. */
export function rowFailures({ from, subject, has }: Match, row: Listed): FailedCriterion[] {
  const failed: FailedCriterion[] = [];
  if (from !== undefined && !fits(partsOf(row.sender), from, foldedMailbox)) {
    const detail = row.sender === "" ? "it has no sender" : `its sender ${quoted(row.sender)} ${lacks(from)}`;
    failed.push({ criterion: "from", detail });
  }
  if (subject !== undefined && !fits([row.subject], subject)) {
    const detail = row.subject === "" ? "it has no subject" : `its subject ${quoted(row.subject)} ${lacks(subject)}`;
    failed.push({ criterion: "subject", detail });
  }
  if (has === "code" && row.code === "") failed.push({ criterion: "has", detail: "it has no code" });
  if (has === "attachment" && !row.has_attachment) failed.push({ criterion: "has", detail: "it has no attachment" });
  return failed;
}

/** What the criteria ask of a message besides its row. */
export interface CriteriaContent {
  /** Its recipients, as its head names them. */
  recipients: string[];
  hasLink: boolean;
  /** Its text in each of its forms. */
  texts: string[];
  headers: { name: string; value: string }[];
  /** How many recipients, characters and headers are read, where it has more. */
  limits: { recipients?: number | undefined; characters?: number | undefined; headers?: number | undefined };
}

/** The other criteria that it does not meet, for which the message is read. */
export function contentFailures(
  { to, contains, header, has }: Match,
  { recipients, hasLink, texts, headers, limits }: CriteriaContent,
): FailedCriterion[] {
  const failed: FailedCriterion[] = [];
  if (to !== undefined && !fits(recipients.flatMap(partsOf), to, foldedMailbox)) {
    const detail = limits.recipients
      ? `the first ${limits.recipients} recipients of its To and Cc ${lacks(to, false)}`
      : recipients.length === 0
        ? "it names no recipient"
        : allLack(["its recipient", "its recipients"], recipients, to);
    failed.push({ criterion: "to", detail });
  }
  if (has === "link" && !hasLink) failed.push({ criterion: "has", detail: "it has no link" });
  if (contains !== undefined && !fits(texts, contains)) {
    const detail = limits.characters
      ? `the first ${limits.characters.toLocaleString("en-US")} characters of its text ${lacks(contains, false)}`
      : `its text ${lacks(contains)}`;
    failed.push({ criterion: "contains", detail });
  }
  if (header !== undefined) {
    const values = headers
      .filter(({ name }) => name.toLowerCase() === header.name.toLowerCase())
      .map(({ value }) => value);
    if (!fits(values, header.value)) {
      const none = limits.headers
        ? `it has no header ${header.name} among those that are read, ${limits.headers.toLocaleString("en-US")} at most`
        : `it has no header ${header.name}`;
      const names: [string, string] = [`its header ${header.name}`, `its headers ${header.name}`];
      const detail = values.length === 0 ? none : allLack(names, values, header.value);
      failed.push({ criterion: "header", detail });
    }
  }
  return failed;
}
