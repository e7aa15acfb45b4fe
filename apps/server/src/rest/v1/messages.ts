import { type Include, type MessageResource, type MessageSummary, resources, unicodeAddress } from "@mayfly/contracts";
import { handler, type MemberContext } from "../../context.ts";
import { after, cursorAfter, pageOf, readCursor } from "../../documents/cursor.ts";
import { acknowledge } from "../../features/claim/claim.ts";
import { readable } from "../../features/email/email.ts";
import { deleteMessage } from "../../features/inbox/delete_messages.ts";
import { download_attachment } from "../../features/inbox/download_attachment.ts";
import { download_message } from "../../features/inbox/download_message.ts";
import { get_headers } from "../../features/inbox/get_headers.ts";
import { readTimeline } from "../../features/inbox/get_timeline.ts";
import { markSeen, readableMessage } from "../../features/inbox/inbox.ts";
import { isSlowSearch, readQuery, searchMessages } from "../../features/search/search.ts";
import { Refusal } from "../../refusal.ts";

const { messages } = resources;

type Row = Awaited<ReturnType<typeof readableMessage>>;

/** Who reads messages, and with what. */
export type MessageReader = Pick<MemberContext, "messages" | "member">;

/** Characters of the texts in one answer. */
const mostCharacters = 16_000_000;

const asSummary = (row: Row, member: string): MessageSummary => ({
  ...row,
  unicode_recipients: unicodeAddress(row.recipients),
  seen: row.seen.includes(member),
  creation: row.creation.toISOString(),
});

/** What is asked for besides, read from the message. */
async function read({ messages, member: { company } }: MessageReader, { source, code }: Row, include: Include[]) {
  const wants = (part: Include) => include.includes(part);
  const parts = wants("shown_text") ? await messages.shownText(source, company) : undefined;
  const text = wants("text") ? await messages.text(source, company) : undefined;
  return {
    ...(wants("shown_text") && { shown_text: parts?.shown ?? null, hidden_text: parts?.hidden ?? null }),
    ...(wants("text") && { text: text?.text ?? null, truncated: text?.cut ?? false }),
    ...(wants("html") && { html: (await messages.html(source, company)) ?? null }),
    ...(wants("codes") && { codes: code === "" ? [] : [code] }),
    ...(wants("links") && { links: (await messages.read(source, company)).links }),
  };
}

/** A page of messages, with what is asked for of each, read one after the other. */
export async function summariesOf(context: MessageReader, rows: Row[], include: Include[]): Promise<MessageSummary[]> {
  let characters = 0;
  const summaries: MessageSummary[] = [];
  for (const row of rows) {
    const parts = await read(context, row, include);
    for (const text of [parts.text, parts.html, parts.shown_text, parts.hidden_text]) characters += text?.length ?? 0;
    if (characters > mostCharacters) throw Refusal.invalid("Too much text for one page. Ask for fewer messages.");
    summaries.push({ ...asSummary(row, context.member.name), ...parts });
  }
  return summaries;
}

export const list = handler(
  messages.list,
  async (context, { limit, cursor, q, include }) => {
    const { db, member } = context;
    if (q !== undefined) return search(context, { limit, cursor, q, include });
    const all = { of: "all messages", reader: member.name };
    const rows = await db.customerInbox.findMany({
      where: { AND: [readable(member), after(readCursor(context, all, cursor), "modified", "name")] },
      orderBy: [{ modified: "desc" }, { name: "desc" }],
      take: limit + 1,
    });
    const markOf = ({ modified: at, name: key }: (typeof rows)[number]) => ({ at, key });
    const { data, next_cursor } = pageOf(context, rows, { limit, list: all, markOf }, (row) => row);
    return { data: await summariesOf(context, data, include), next_cursor };
  },
  ({ clock }, { q }) => q !== undefined && isSlowSearch(q, clock()),
);

interface Search {
  limit: number;
  cursor: string | undefined;
  q: string;
  include: Include[];
}

async function search(context: MemberContext, { limit, cursor, q, include }: Search) {
  const clauses = readQuery(q, context.clock());
  const list = { of: "search", reader: context.member.name, q };
  const after = readCursor(context, list, cursor);
  const { rows, next } = await searchMessages(context, clauses, { after, limit });
  const next_cursor = next === undefined ? null : cursorAfter(context, list, next);
  return { data: await summariesOf(context, rows, include), next_cursor };
}

/** A message with what only its reading tells. */
export async function resourceOf(context: MemberContext, row: Row, include: Include[]): Promise<MessageResource> {
  const opened = await context.messages.read(row.source, row.company);
  const { to, cc, reply_to, size, rendering, signed, attachments } = opened;
  return {
    ...{ ...asSummary(row, context.member.name), ...(await read(context, row, include)) },
    ...{ to, cc, reply_to, size, rendering, signed: signed === 1 },
    attachments: attachments.map((one) => ({ ...one, embedded: one.embedded === 1 })),
  };
}

export const get = handler(messages.get, async (context, { id, include }) =>
  resourceOf(context, await readableMessage(context, id), include),
);

export const update = handler(messages.update, async (context, { id, seen }) => {
  await readableMessage(context, id);
  await markSeen(context, id, seen);
});

export const remove = handler(messages.remove, (context, { id }) => deleteMessage(context, id));

export const ack = handler(messages.ack, async (context, { id, claim }) => {
  const { db, key, clock } = context;
  await readableMessage(context, id);
  await acknowledge(db, { api_key: key.name }, { message: id, claim, now: clock() });
});

export const timeline = handler(messages.timeline, async (context, { id }) => ({
  data: await readTimeline(context, id),
}));

export const raw = handler(messages.raw, (context, { id }) => download_message(context, { name: id }));

/** A text of a message as a file. */
const file = (text: string, type: string, name: string) => {
  const bytes = Buffer.from(text);
  return { content_type: `${type}; charset=utf-8`, filename: name, bytes, size: bytes.length };
};

export const html = handler(messages.html, async (context, { id }) => {
  const { source, company } = await readableMessage(context, id);
  const found = await context.messages.html(source, company);
  if (found === undefined) throw Refusal.notFound("The message has no HTML, or more than a million characters.");
  return file(found, "text/html", `${id}.html`);
});

export const text = handler(messages.text, async (context, { id }) => {
  const { source, company } = await readableMessage(context, id);
  const found = await context.messages.text(source, company);
  if (found === undefined) throw Refusal.notFound("The message cannot be read as text. Read it as raw.");
  return file(found.text, "text/plain", `${id}.txt`);
});

export const headers = handler(messages.headers, async (context, { id }) => {
  const { headers, cut } = await get_headers(context, { name: id });
  return { headers, cut: cut === 1 };
});

/** Of one type whatever the sender declared, so that no client takes a file for JSON that is its answer. */
export const attachment = handler(messages.attachment, async (context, { id, part }) => ({
  ...(await download_attachment(context, { name: id, part })),
  content_type: "application/octet-stream",
}));
