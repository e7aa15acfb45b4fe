import { z } from "zod";
import { Refusal } from "../refusal.ts";
import { issueSentence, unknownField } from "./issue_sentence.ts";

// Used where a schema gives no message of its own, on every wire.
z.config({ localeError: issueSentence });

/**
 * Says what is wrong with an input, one text for each problem. A field of the wrong type gets no further texts. A
 * string field's own message says that it is required, so a value of another type gets the general message.
 * @param error from a parse with `reportInput: true`
 */
export function invalidInput({ issues }: z.core.$ZodError): Refusal {
  const ofAnotherKind = new Set(issues.filter(({ code }) => code === "invalid_type").map(({ path }) => path.join(".")));
  const reported = issues.filter(({ code, path }) => code === "invalid_type" || !ofAnotherKind.has(path.join(".")));
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
