import type { FailedCriterion, Match } from "@mayfly/contracts";
import type { Messages } from "../../mail/stored_messages.ts";
import type { Summarised } from "./waiters.ts";

type Wanted = string | { equals: string };

const plain = (text: string) => text.normalize("NFC").toLowerCase();

/** Whether one of the texts is what is wanted, or contains it. */
const fits = (texts: string[], wanted: Wanted) =>
  typeof wanted === "string"
    ? texts.some((text) => plain(text).includes(plain(wanted)))
    : texts.some((text) => plain(text) === plain(wanted.equals));

const longestQuote = 100;
const quoted = (text: string) =>
  `'${text.length > longestQuote ? `${text.slice(0, longestQuote).toWellFormed()}…` : text}'`;
const lacks = (wanted: Wanted) =>
  typeof wanted === "string" ? `does not contain ${quoted(wanted)}` : `is not ${quoted(wanted.equals)}`;

/** A sender or recipient as it is shown, its name and its address. */
function partsOf(shown: string): string[] {
  const [, name = "", address = ""] = /^(.*?)\s*<([^<>]*)>$/s.exec(shown) ?? [];
  return [shown, name, address].filter((part) => part !== "");
}

/** The criteria that a message does not meet, as far as its row tells. */
export function rowFailures({ from, subject, has }: Match, row: Summarised): FailedCriterion[] {
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

/** The other criteria that it does not meet, for which the message is read. @throws Refusal when it is gone */
export async function contentFailures(
  { to, contains, header, has }: Match,
  { source, company }: { source: string; company: string },
  messages: Messages,
): Promise<FailedCriterion[]> {
  const failed: FailedCriterion[] = [];
  if (to !== undefined || has === "link") {
    const { to: named, cc, links } = await messages.read(source, company);
    const recipients = [...named, ...cc];
    if (to !== undefined && !fits(recipients.flatMap(partsOf), to)) {
      failed.push({ criterion: "to", detail: `its recipient ${quoted(recipients.join(", "))} ${lacks(to)}` });
    }
    if (has === "link" && links.length === 0) failed.push({ criterion: "has", detail: "it has no link" });
  }
  if (contains !== undefined) {
    const read = await messages.textForms(source, company);
    if (read === undefined) failed.push({ criterion: "contains", detail: "it cannot be read as text" });
    else if (
      !fits(
        read.map(({ text }) => text),
        contains,
      )
    ) {
      failed.push({ criterion: "contains", detail: `its text ${lacks(contains)}` });
    }
  }
  if (header !== undefined) {
    const read = await messages.headers(source, company);
    const values = (read?.headers ?? [])
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
