import { z } from "zod";
import { Refusal } from "../refusal.ts";
import { issueSentence, unknownField } from "./issue_sentence.ts";

// Used where a schema gives no message of its own, on every wire.
z.config({ localeError: issueSentence });

/**
 * Says what is wrong with an input, one text for each problem. A string field's own message says that it is required, so a
 * value of another type gets the general message.
 * @param error from a parse with `reportInput: true`
 */
export function invalidInput({ issues }: z.core.$ZodError): Refusal {
  const ofField = Map.groupBy(issues, ({ path }) => path.join("."));
  const reported = [...ofField.values()].flatMap(toldOfField);
  const textOf = (issue: z.core.$ZodIssue) => {
    const { input } = issue;
    const isText = issue.code === "invalid_type" && issue.expected === "string";
    return isText && input !== undefined && input !== null ? issueSentence({ ...issue, input }) : issue.message;
  };
  const problems = reported.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code !== "unrecognized_keys") return { path, text: textOf(issue) };
    return issue.keys.map((name) => ({ path: [...path, name], text: unknownField(name) }));
  });
  const [first = "The request is not valid.", ...rest] = new Set(problems.map(({ text }) => text));
  return Object.assign(Refusal.invalid(first, ...rest), { problems });
}

/**
 * What of a field's issues is told: that it is of the wrong type, or empty, is enough; and of several bounds, the narrowest, since
 * zod has one of its own for whole numbers, which is what JavaScript can count to.
 */
function toldOfField(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const ofAnotherKind = issues.filter(({ code }) => code === "invalid_type");
  if (ofAnotherKind.length > 0) return ofAnotherKind;
  const empty = issues.find((issue) => issue.code === "too_small" && issue.origin === "string" && issue.minimum === 1);
  if (empty) return [empty];
  const most = Math.min(...issues.map((issue) => (issue.code === "too_big" ? Number(issue.maximum) : Infinity)));
  const least = Math.max(...issues.map((issue) => (issue.code === "too_small" ? Number(issue.minimum) : -Infinity)));
  return issues.filter(
    (issue) =>
      !(issue.code === "too_big" && Number(issue.maximum) > most) &&
      !(issue.code === "too_small" && Number(issue.minimum) < least),
  );
}
