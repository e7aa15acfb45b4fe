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
import { after, pageOf, readCursor } from "../../documents/cursor.ts";
import { refusalsOf } from "../../features/attempt/attempt.ts";
import { listAttempts } from "../../features/attempt/list_attempts.ts";
import { changeEmail, deactivateRun } from "../../features/email/change_email.ts";
import { createEmail } from "../../features/email/create_email.ts";
import { active, type EmailRow, readable, readableEmail, takesMail } from "../../features/email/email.ts";
import { countMessages } from "../../features/inbox/count_messages.ts";
import { deleteMessagesOf } from "../../features/inbox/delete_messages.ts";
import { latestMessage } from "../../features/inbox/inbox.ts";
import { lacks } from "../../features/plan/plan.ts";
import type { FoundMessage } from "../../features/wait/find_mail.ts";
import { waitForMail } from "../../features/wait/wait_for_mail.ts";
import { Refusal } from "../../refusal.ts";
import { type MessageReader, markOf, messagePage, resourceOf, summaryInTime } from "./messages.ts";

const { emails } = resources;

const asResource = (row: EmailRow, now: Date): EmailResource => ({
  ...row,
  unicode_name: unicodeAddress(row.email_name),
  is_active: takesMail(row, now),
  expiry: row.expiry?.toISOString() ?? null,
  creation: row.creation.toISOString(),
  modified: row.modified.toISOString(),
});

type Filters = z.output<typeof emails.list.input>;

/** A page of addresses, the newest first. @param of names the list */
async function pageOfEmails<Row>(
  context: MemberContext,
  of: string,
  { limit, cursor, is_active, domain, run }: Filters,
  shown: (rows: EmailRow[]) => Promise<Row[]> | Row[],
) {
  const { db, member, clock } = context;
  const filters = { of, is_active, domain, run };
  const now = clock();
  const rows = await db.email.findMany({
    where: {
      AND: [
        readable(member),
        is_active === undefined ? {} : is_active ? active(now) : { NOT: active(now) },
        domain === undefined ? {} : { domain_name: domain },
        run === undefined ? {} : { run },
        after(readCursor(context, filters, cursor), "creation", "email_name"),
      ],
    },
    orderBy: [{ creation: "desc" }, { email_name: "desc" }],
    take: limit + 1,
  });
  const markOf = ({ creation: at, email_name: key }: EmailRow) => ({ at, key });
  const { data, next_cursor } = pageOf(context, rows, { limit, list: filters, markOf }, (row) => row);
  return { data: await shown(data), next_cursor };
}

export const list = handler(emails.list, (context, input) => {
  const now = context.clock();
  return pageOfEmails(context, "emails", input, (rows) => rows.map((row) => asResource(row, now)));
});

export const counts = handler(emails.counts, (context, input) =>
  pageOfEmails(context, "counts", input, (rows) =>
    countMessages(
      context,
      rows.map(({ email_name }) => email_name),
    ),
  ),
);

export const count = handler(emails.count, async (context, { id }): Promise<EmailCounts> => {
  const { email_name } = await readableEmail(context, id);
  const [counted] = await countMessages(context, [email_name]);
  if (counted === undefined) throw new Error(`nothing counted of ${email_name}`);
  return counted;
});

const createOne = handler(emails.create, async (context, { prefix, domain, expires_in, reason, visibility, run }) => {
  const [platformDomain = ""] = context.defaultDomains;
  const given = { prefix, domain: domain ?? platformDomain, reason, run: run ?? null };
  const row = await createEmail(context, given, (plan) => {
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

export const attempts = handler(emails.attempts, async (context, { id: name, limit, cursor }) => {
  const row = await readableEmail(context, name);
  const id = row.email_name;
  const list = { of: "attempts", id };
  const asked = { address: id, made: row.creation, after: readCursor(context, list, cursor), limit: limit + 1 };
  const rows = await listAttempts(context, asked);
  const markOf = ({ creation: at, key }: (typeof rows)[number]) => ({ at, key });
  const page = pageOf(context, rows, { limit, list, markOf }, ({ creation, ...row }) => ({
    ...{ ...row, creation: creation.toISOString() },
  }));
  const { company } = context.member;
  return { ...page, refusals: await refusalsOf(context.db, { company, address: id, since: row.creation }) };
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
    const rows = await context.db.customerInbox.findMany({
      where: { AND: [readable(context.member), { name: { in: claims.map(({ name }) => name) } }] },
    });
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

export const messages = handler(emails.messages, async (context, { id: name, limit, cursor, include }) => {
  const { db } = context;
  const { email_name: id } = await readableEmail(context, name);
  const list = { of: "messages", id };
  const rows = await db.customerInbox.findMany({
    where: { recipients: id, ...after(readCursor(context, list, cursor), "modified", "name") },
    orderBy: [{ modified: "desc" }, { name: "desc" }],
    take: limit + 1,
  });
  const { data, next_cursor } = pageOf(context, rows, { limit, list, markOf }, (row) => row);
  return messagePage(context, { rows: data, next_cursor, list, include });
});

export const latest = handler(emails.latest, async (context, { id, include }) =>
  resourceOf(context, await latestMessage(context, id), include),
);

export const remove_messages = handler(emails.remove_messages, (context, { id }) => deleteMessagesOf(context, id));
