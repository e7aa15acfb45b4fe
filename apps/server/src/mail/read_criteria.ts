import type { FailedCriterion, Match } from "@mayfly/contracts";
import { contentFailures } from "./find/criteria.ts";
import { readMail } from "./mime/read_mail.ts";
import { readHeaders, readTextForms } from "./read_parts.ts";
import { hasLink, listed } from "./show/render.ts";

/**
 * Reads a message for the criteria that it does not meet, besides those of its row. It is read only for what is asked.
 * @throws when it cannot be read
 */
export async function readFailures(raw: Buffer, match: Match): Promise<FailedCriterion[]> {
  const { to, contains, header, has } = match;
  const mail = to !== undefined || has === "link" ? await readMail(raw) : undefined;
  return contentFailures(match, {
    recipients: mail ? [...listed(mail.to), ...listed(mail.cc)] : [],
    hasLink: mail !== undefined && hasLink(mail),
    texts: contains === undefined ? [] : (await readTextForms(raw)).map(({ text }) => text),
    headers: header === undefined ? [] : (await readHeaders(raw)).headers,
  });
}
