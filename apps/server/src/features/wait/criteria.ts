import type { FailedCriterion, Match } from "@mayfly/contracts";
import type { Deadline } from "../../clock.ts";
import type { Messages } from "../../mail/stored_messages.ts";

export { rowFailures } from "../../mail/find/criteria.ts";

/**
 * The criteria that a message does not meet besides those of its row. It is read in a parser's thread, if at all: its text may
 * be long (threat 59).
 * @throws Refusal when it is gone; TooLate
 */
export async function contentFailures(
  { to, contains, header, has }: Match,
  { source, company }: { source: string; company: string },
  { messages, until }: { messages: Messages; until: Deadline },
): Promise<FailedCriterion[]> {
  const asked: Match = {
    ...(to !== undefined && { to }),
    ...(contains !== undefined && { contains }),
    ...(header !== undefined && { header }),
    ...(has === "link" && { has }),
  };
  const criteria = Object.keys(asked) as (keyof Match)[];
  if (criteria.length === 0) return [];
  const failed = await messages.failures(source, company, asked, until);
  return failed ?? criteria.map((criterion) => ({ criterion, detail: "it cannot be read" }));
}
