import type { FailedCriterion, Match } from "@mayfly/contracts";
import { folded } from "./tokens.ts";

/** What the list shows of a message, by which it is told apart first. */
interface Listed {
  sender: string;
  subject: string;
  code: string;
  has_attachment: boolean;
}

type Wanted = string | { equals: string };

/** Whether one of the texts is what is wanted, or contains it, folded as a search does. What folds to nothing is nowhere. */
function fits(texts: string[], wanted: Wanted): boolean {
  const isWhole = typeof wanted !== "string";
  const looked = folded(isWhole ? wanted.equals : wanted);
  if (looked === "") return false;
  return texts.some((text) => (isWhole ? folded(text) === looked : folded(text).includes(looked)));
}

const longestQuote = 100;
const quoted = (text: string) =>
  `'${text.length > longestQuote ? `${text.slice(0, longestQuote).toWellFormed()}…` : text}'`;
const lacks = (wanted: Wanted) =>
  typeof wanted === "string" ? `does not contain ${quoted(wanted)}` : `is not ${quoted(wanted.equals)}`;

/** A sender or recipient as it is shown, its name and its address. */
function partsOf(shown: string): string[] {
  const begin = shown.endsWith(">") ? shown.lastIndexOf("<") : -1;
  if (begin < 0) return [shown];
  return [shown, shown.slice(0, begin).trimEnd(), shown.slice(begin + 1, -1)].filter((part) => part !== "");
}

/** The criteria that a message does not meet, as far as its row tells. */
export function rowFailures({ from, subject, has }: Match, row: Listed): FailedCriterion[] {
  const failed: FailedCriterion[] = [];
  if (from !== undefined && !fits(partsOf(row.sender), from)) {
    failed.push({ criterion: "from", detail: `its sender ${quoted(row.sender)} ${lacks(from)}` });
  }
  if (subject !== undefined && !fits([row.subject], subject)) {
    failed.push({ criterion: "subject", detail: `its subject ${quoted(row.subject)} ${lacks(subject)}` });
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
}

/** The other criteria that it does not meet, for which the message is read. */
export function contentFailures(
  { to, contains, header, has }: Match,
  { recipients, hasLink, texts, headers }: CriteriaContent,
): FailedCriterion[] {
  const failed: FailedCriterion[] = [];
  if (to !== undefined && !fits(recipients.flatMap(partsOf), to)) {
    failed.push({ criterion: "to", detail: `its recipient ${quoted(recipients.join(", "))} ${lacks(to)}` });
  }
  if (has === "link" && !hasLink) failed.push({ criterion: "has", detail: "it has no link" });
  if (contains !== undefined && !fits(texts, contains)) {
    failed.push({ criterion: "contains", detail: `its text ${lacks(contains)}` });
  }
  if (header !== undefined) {
    const values = headers
      .filter(({ name }) => name.toLowerCase() === header.name.toLowerCase())
      .map(({ value }) => value);
    if (!fits(values, header.value)) {
      const [value] = values;
      const what = value === undefined ? `it has no header ${header.name}` : undefined;
      failed.push({
        criterion: "header",
        detail: what ?? `its header ${header.name} ${quoted(value ?? "")} ${lacks(header.value)}`,
      });
    }
  }
  return failed;
}
