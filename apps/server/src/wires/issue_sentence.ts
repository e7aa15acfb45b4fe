import type { z } from "zod";

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

/** What a value is to be, by zod's words. */
const kinds: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
  undefined: "left out",
  nan: "a number",
  date: "a date",
};

/** What a text is to be, by zod's words for its format. A pattern has none: its schema says what it wants. */
const formats: Record<string, string> = {
  email: "an email address",
  url: "a URL",
  uuid: "an id, such as 0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
  datetime: "a date and time, such as 2026-11-28T09:30:00Z",
  date: "a date, such as 2026-11-28",
  safeint: "a whole number",
};

/** How what has a size is counted, by zod's words. */
const units: Record<string, string> = { string: "character", array: "entry", set: "entry", map: "entry" };
const counted = (count: number | bigint, unit: string) =>
  `${count} ${Number(count) === 1 ? unit : unit.replace(/y$/, "ie").concat("s")}`;

/** Said where nothing better is known. A test finds the schemas for which that is so. */
export const vague = "is not valid.";

/** What is wrong with a field, as a sentence for people. No word of it is the library's. */
export function issueSentence(issue: Issue): string {
  if (issue.code === "unrecognized_keys") return unknownField(issue.keys[0] ?? "");
  const field = issue.path?.join(".");
  const { said, of = "" } = whatIsWrong(issue);
  const name = [field, of].filter(Boolean).join(".");
  return name === "" ? `The value ${said}` : `${name} ${said}`;
}

export const unknownField = (name: string) => `Unknown field: ${name.slice(0, 100)}`;

/** What is wrong, and with which part of the field. */
function whatIsWrong(issue: Issue): { said: string; of?: string } {
  switch (issue.code) {
    case "invalid_type": {
      if (issue.input === undefined) return { said: "is required." };
      const kind = kinds[issue.expected];
      return { said: kind === undefined ? vague : `must be ${kind}.` };
    }
    case "too_small":
    case "too_big":
      return { said: sized(issue) };
    case "invalid_format": {
      const form = formats[issue.format];
      return { said: form === undefined ? vague : `must be ${form}.` };
    }
    case "not_multiple_of":
      return { said: `must be a multiple of ${issue.divisor}.` };
    case "invalid_value":
      return { said: `must be ${either(issue.values.map((value) => JSON.stringify(value)))}.` };
    case "invalid_union":
      if (issue.input === undefined) return { said: "is required." };
      return ofUnion(issue.errors ?? []);
    case "invalid_key":
    case "invalid_element": {
      const [first] = issue.issues;
      return first === undefined ? { said: vague } : within(first);
    }
    case "unrecognized_keys":
      return { said: `has an unknown field: ${issue.keys[0]?.slice(0, 100)}.` };
    case "custom":
      return { said: vague };
  }
}

function sized(issue: Extract<Issue, { code: "too_small" | "too_big" }>): string {
  const isSmall = issue.code === "too_small";
  const bound = isSmall ? issue.minimum : issue.maximum;
  const unit = units[issue.origin];
  if (unit === undefined) {
    const [with_, without] = isSmall ? ["at least", "more than"] : ["at most", "less than"];
    return `must be ${issue.inclusive === false ? without : with_} ${bound}.`;
  }
  if (issue.exact) return `must have ${counted(bound, unit)}.`;
  if (isSmall && Number(bound) === 1) return "must not be empty.";
  return `must have ${isSmall ? "at least" : "at most"} ${counted(bound, unit)}.`;
}

/** Of the forms that a value may have, what is wrong with the one that it has; if it has none, which there are. */
function ofUnion(forms: readonly (readonly z.core.$ZodIssue[])[]): { said: string; of?: string } {
  const firsts = forms.flatMap(([first]) => (first === undefined ? [] : [first]));
  const isOfAnotherKind = ({ code, path }: z.core.$ZodIssue) =>
    path.length === 0 && (code === "invalid_type" || code === "invalid_value");
  const nearest = firsts.find((first) => !isOfAnotherKind(first));
  if (nearest) return within(nearest);
  const wanted = firsts.flatMap((first) => {
    if (first.code === "invalid_value") return first.values.map((value) => JSON.stringify(value));
    return first.code === "invalid_type" ? [kinds[first.expected]] : [];
  });
  const known = [...new Set(wanted.filter((one) => one !== undefined))];
  return { said: known.length === 0 ? vague : `must be ${either(known)}.` };
}

/** What is wrong with a part of the field. A schema's own words are said as they are. */
function within(issue: z.core.$ZodIssue): { said: string; of?: string } {
  const { said, of } = whatIsWrong(issue);
  const path = [...issue.path.map(String), ...(of === undefined ? [] : [of])].join(".");
  return path === "" ? { said } : { said, of: path };
}

const either = (values: readonly string[]) =>
  values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
