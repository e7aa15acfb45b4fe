import {
  type EmailCounts,
  type EmailResource,
  resources,
  unicodeAddress,
  type WaitAnswer,
  type WaitedMessage,
} from "@mayfly/contracts";
import type { z } from "zod/mini";
import type { Deadline } from "../../clock.ts";
import { handler, type MemberContext, repeatable } from "../../context.ts";
import { answerWith, askedBy } from "../../documents/cursor.ts";
import { refusalsOf } from "../../features/attempt/attempt.ts";
import { listAttempts } from "../../features/attempt/list_attempts.ts";
import { changeEmail, deactivateRun } from "../../features/email/change_email.ts";
import { createEmail } from "../../features/email/create_email.ts";
import { type EmailRow, takesMail } from "../../features/email/email.ts";
import { newestEmails } from "../../features/email/lists.ts";
import { readableEmail } from "../../features/email/rights.ts";
import { countMessages } from "../../features/inbox/count_messages.ts";
import { deleteMessagesOf } from "../../features/inbox/delete_messages.ts";
import { readableMessages } from "../../features/inbox/inbox.ts";
import { latestMessage, newestMailTo } from "../../features/inbox/lists.ts";
import { lacks } from "../../features/subscription/subscription.ts";
import type { FoundMessage } from "../../features/wait/find_mail.ts";
import { waitForMail } from "../../features/wait/wait_for_mail.ts";
import { Refusal } from "../../refusal.ts";
import { type MessageReader, messagePage, resourceOf, summaryInTime } from "./messages.ts";

const { emails } = resources;

const asResource = (row: EmailRow, now: Date): EmailResource => ({
  ...row,
  id: row.email_name,
  unicode_name: unicodeAddress(row.email_name),
  is_active: takesMail(row, now),
  expiry: row.expiry?.toISOString() ?? null,
  creation: row.creation.toISOString(),
  modified: row.modified.toISOString(),
});

const withId = (counted: Omit<EmailCounts, "id">): EmailCounts => ({ id: counted.email_name, ...counted });

type ListInput = z.output<typeof emails.list.input>;

/** A page of addresses, and how its cursors name the list. */
async function pageOfEmails(context: MemberContext, of: string, { is_active, domain, run, tag, ...input }: ListInput) {
  const filters = { is_active, domain, run, tag };
  const list = { of, ...filters };
  return { list, page: await newestEmails(context, filters, askedBy(context, list, input)) };
}

export const list = handler(emails.list, async (context, input) => {
  const { list, page } = await pageOfEmails(context, "emails", input);
  const now = context.clock();
  return answerWith(context, list, page, (row) => asResource(row, now));
});

export const counts = handler(emails.counts, async (context, input) => {
  const { list, page } = await pageOfEmails(context, "counts", input);
  const names = page.rows.map(({ email_name }) => email_name);
  const counted = { rows: await countMessages(context, names), next: page.next };
  return answerWith(context, list, counted, withId);
});

export const count = handler(emails.count, async (context, { id }): Promise<EmailCounts> => {
  const { email_name } = await readableEmail(context, id);
  const [counted] = await countMessages(context, [email_name]);
  if (counted === undefined) throw new Error(`nothing counted of ${email_name}`);
  return withId(counted);
});

const createOne = handler(emails.create, async (context, { expires_in, visibility, ...asked }) => {
  const [platformDomain = ""] = context.defaultDomains;
  const { domain = platformDomain, run = null, prefix, ...others } = asked;
  const row = await createEmail(context, { ...others, prefix, domain, run }, (plan) => {
    // A program is told what its plan leaves no choice in: it would wait for what never comes.
    if (expires_in !== undefined && !plan.has("email_expiry")) throw lacks("email_expiry");
    if (visibility === "Public" && !plan.has("public_email")) throw lacks("public_email");
    return { duration: plan.has("email_expiry") ? (expires_in ?? null) : plan.forced_expiry, visibility };
  });
  return asResource(row, context.clock());
});

export const get = handler(emails.get, async (context, { id }) =>
  asResource(await readableEmail(context, id), context.clock()),
);

export const create = repeatable(emails.create, createOne, {
  keep: ({ email_name }) => ({ email_name }),
  again: async (context, { email_name }) => asResource(await readableEmail(context, email_name), context.clock()),
});

export const update = handler(emails.update, async (context, { id, expires_in, ...change }) =>
  asResource(await changeEmail(context, id, { ...change, duration: expires_in }), context.clock()),
);

export const remove = handler(emails.remove, async (context, { id }) => {
  await changeEmail(context, id, { is_active: false });
});

export const remove_run = handler(emails.remove_run, (context, { run }) => deactivateRun(context, run));

export const attempts = handler(emails.attempts, async (context, { id: name, ...input }) => {
  const { email_name: id, creation: made } = await readableEmail(context, name);
  const list = { of: "attempts", id };
  const page = await listAttempts(context, { address: id, made, ...askedBy(context, list, input) });
  const { company } = context.member;
  return {
    ...answerWith(context, list, page, ({ key: _, creation, ...row }) => ({
      ...row,
      creation: creation.toISOString(),
    })),
    refusals: await refusalsOf(context.db, { company, address: id, since: made }),
  };
});

/** Messages that were waited for, with their claims. */
async function waitedFor(context: MessageReader, found: FoundMessage[], until?: Deadline): Promise<WaitedMessage[]> {
  const waited: WaitedMessage[] = [];
  for (const { row, claim } of found) {
    const summary = await summaryInTime(context, row, ["text", "links"], until);
    const { text = null, truncated = false, links = [], ...listed } = summary;
    const taken = claim && { claim: { ...claim, until: claim.until.toISOString() } };
    waited.push({ ...listed, text, truncated, links, ...taken });
  }
  return waited;
}

const waitOnce = handler(emails.wait, async (context, input): Promise<WaitAnswer> => {
  const isTagged = input.id.includes("+");
  const id = isTagged
    ? (await context.inTurn((now) => readableEmail(now, input.id), { readsMail: false })).email_name
    : input.id;
  const waited = await waitForMail(context, { ...input, id }, waitedFor);
  const now = waited.now.toISOString();
  if ("found" in waited) return { found: true, now, messages: waited.found };
  const { waited_ms, explanation } = waited;
  return { found: false, now, waited_ms, explanation };
});

export const wait = repeatable(emails.wait, waitOnce, {
  keep(answer) {
    if (!answer.found || answer.messages.every(({ claim }) => claim === undefined)) return undefined;
    return { now: answer.now, claims: answer.messages.map(({ name, claim }) => ({ name, claim })) };
  },
  async again(context, { now, claims }) {
    const rows = await readableMessages(
      context,
      claims.map(({ name }) => name),
    );
    // Those that are left.
    const found = claims.flatMap(({ name, claim }) => {
      const row = rows.find((one) => one.name === name);
      return row ? [{ row, ...(claim && { claim: { ...claim, until: new Date(claim.until) } }) }] : [];
    });
    if (found.length === 0)
      throw Refusal.notFound("The messages that this wait claimed are gone, or you may no longer read them.");
    return { found: true as const, now, messages: await waitedFor(context, found) };
  },
});

export const messages = handler(emails.messages, async (context, { id, limit, cursor, include }) => {
  const email = await readableEmail(context, id);
  const list = { of: "messages", id: email.email_name };
  const page = await newestMailTo(context, email, askedBy(context, list, { limit, cursor }));
  return messagePage(context, { ...page, list, include });
});

export const latest = handler(emails.latest, async (context, { id, include }) =>
  resourceOf(context, await latestMessage(context, id), include),
);

export const remove_messages = handler(emails.remove_messages, (context, { id }) => deleteMessagesOf(context, id));
