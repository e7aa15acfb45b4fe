import type { FailedCriterion, Match } from "@mayfly/contracts";
import { contentFailures } from "./find/criteria.ts";
import { readMail } from "./mime/read_mail.ts";
import { headerCount, readHeaders, readTextForms, textLength } from "./read_parts.ts";
import { listed, listedMailboxes } from "./show/listed.ts";
import { hasLink } from "./show/render.ts";

/**
 * Reads a message for the criteria that it does not meet, besides those of its row. It is read only for what is asked.
 * @throws when it cannot be read
 */
export async function readFailures(raw: Buffer, match: Match): Promise<FailedCriterion[]> {
  const { to, contains, header, has } = match;
  const text = contains === undefined ? [] : await readTextForms(raw);
  const head = header === undefined ? undefined : await readHeaders(raw);
  const mail = to !== undefined || has === "link" ? await readMail(raw) : undefined;
  return contentFailures(match, {
    recipients: mail ? [...listed(mail.to), ...listed(mail.cc)] : [],
    hasLink: mail !== undefined && hasLink(mail),
    texts: text.map((form) => form.text),
    headers: head?.headers ?? [],
    limits: {
      recipients: mail && Math.max(mail.to.length, mail.cc.length) > listedMailboxes ? listedMailboxes : undefined,
      characters: text.some(({ cut }) => cut) ? textLength : undefined,
      headers: head?.cut ? headerCount : undefined,
    },
  });
}
