import { type Include, type MessageResource, type MessageSummary, resources, unicodeAddress } from "@mayfly/contracts";
import { type Deadline, deadline } from "../../clock.ts";
import { handler, type MemberContext } from "../../context.ts";
import { answerWith, askedBy, type Page } from "../../documents/cursor.ts";
import { acknowledge } from "../../features/claim/claim.ts";
import { deleteMessage } from "../../features/inbox/delete_messages.ts";
import { download_attachment } from "../../features/inbox/download_attachment.ts";
import { download_message } from "../../features/inbox/download_message.ts";
import { get_headers } from "../../features/inbox/get_headers.ts";
import { readTimeline } from "../../features/inbox/get_timeline.ts";
import { markSeen, readableMessage } from "../../features/inbox/inbox.ts";
import { newestMail } from "../../features/inbox/lists.ts";
import { pageMilliseconds, readQuery, searchMessages } from "../../features/search/search.ts";
import { TooLate } from "../../mail/stored_messages.ts";
import { Refusal } from "../../refusal.ts";

const { messages } = resources;

type Row = Awaited<ReturnType<typeof readableMessage>>;

/** Who reads messages, and with what. */
export type MessageReader = Pick<MemberContext, "messages" | "member">;

/** Characters of the texts on one page. */
const mostCharacters = 16_000_000;
/** The time that the first message of an answer has in any case. Milliseconds. */
const leastMilliseconds = 500;

const asSummary = (row: Row, member: string): MessageSummary => ({
  ...row,
  id: row.name,
  unicode_recipients: unicodeAddress(row.recipients),
  seen: row.seen.includes(member),
  creation: row.creation.toISOString(),
});

/** How long a message may be read. */
interface ReadingTime {
  until?: Deadline;
  /** What is done without what is not read by then; otherwise TooLate is thrown. */
  ifLate?: "leave it out";
}

/** What is asked for besides, read from the message. */
async function read(
  { messages, member: { company } }: MessageReader,
  { source, code }: Row,
  include: Include[],
  { until, ifLate }: ReadingTime = {},
) {
  const wants = (part: Include) => include.includes(part);
  const inTime = <Value>(reading: Promise<Value>) => (ifLate ? reading.catch(unlessTooLate) : reading);
  const parts = wants("shown_text") ? await inTime(messages.shownText(source, company, until)) : undefined;
  const both =
    wants("text") && wants("links") ? await inTime(messages.textAndLinks(source, company, until)) : undefined;
  const text = wants("text") ? (both ?? (await inTime(messages.text(source, company, until)))) : undefined;
  const html = wants("html") ? await inTime(messages.html(source, company, until)) : undefined;
  const opened = wants("links") ? (both ?? (await inTime(messages.read(source, company, until)))) : undefined;
  return {
    ...(wants("shown_text") && { shown_text: parts?.shown ?? null, hidden_text: parts?.hidden ?? null }),
    ...(wants("text") && { text: text?.text ?? null, truncated: text?.cut ?? false }),
    ...(wants("html") && { html: html ?? null }),
    ...(wants("codes") && { codes: code === "" ? [] : [code] }),
    ...(wants("links") && { links: opened?.links ?? [] }),
  };
}

function unlessTooLate(error: unknown): undefined {
  if (!(error instanceof TooLate)) throw error;
}

/** A message with what is asked for besides. @throws TooLate */
const summaryOf = async (
  context: MessageReader,
  row: Row,
  include: Include[],
  time: ReadingTime,
): Promise<MessageSummary> => ({
  ...asSummary(row, context.member.name),
  ...(await read(context, row, include, time)),
});

/** The same, without what there is no time to read: that is null or empty, as if it could not be read. */
export const summaryInTime = (context: MessageReader, row: Row, include: Include[], until?: Deadline) =>
  summaryOf(context, row, include, {
    ...(until && { until: until.orIn(leastMilliseconds) }),
    ifLate: "leave it out",
  });

interface Listed extends Page<Row> {
  /** The list and its filters, for its cursors. */
  list: object;
  include: Include[];
  until?: Deadline;
}

/**
 * A page of messages, read one after the other. It ends after the last that there was time and room for, at least one, and the
 * next page goes on from there.
 */
export async function messagePage(context: MemberContext, { rows, next, list, include, until }: Listed) {
  const end = until ?? deadline(context.clock, pageMilliseconds);
  const data: MessageSummary[] = [];
  let room = mostCharacters;
  for (const row of rows) {
    if (data.length > 0 && end.isOver()) break;
    const summary =
      data.length === 0
        ? await summaryInTime(context, row, include, end)
        : await summaryOf(context, row, include, { until: end }).catch(unlessTooLate);
    if (summary === undefined) break;
    room -= charactersOf(summary);
    if (data.length > 0 && room < 0) break;
    data.push(summary);
  }
  const last = data.length < rows.length ? rows[data.length - 1] : undefined;
  const goOn = last ? { at: last.modified, key: last.name } : next;
  return answerWith(context, list, { rows: data, next: goOn }, (row) => row);
}

const charactersOf = ({ text, html, shown_text, hidden_text }: MessageSummary) =>
  [text, html, shown_text, hidden_text].reduce((sum, one) => sum + (one?.length ?? 0), 0);

export const list = handler(messages.list, async (context, { limit, cursor, q, include }) => {
  if (q !== undefined) return search(context, { limit, cursor, q, include });
  const list = { of: "all messages", reader: context.member.name };
  const page = await newestMail(context, askedBy(context, list, { limit, cursor }));
  return messagePage(context, { ...page, list, include });
});

interface Search {
  limit: number;
  cursor: string | undefined;
  q: string;
  include: Include[];
}

async function search(context: MemberContext, { limit, cursor, q, include }: Search) {
  const clauses = readQuery(q, context.clock());
  const list = { of: "search", reader: context.member.name, q };
  const { after } = askedBy(context, list, { limit, cursor });
  const { rows, next, indexed_to, until } = await searchMessages(context, clauses, { after, limit });
  const page = await messagePage(context, { rows, next, list, include, until });
  return { ...page, indexed_to: indexed_to?.toISOString() ?? null };
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

const acknowledgeOne = handler(messages.ack, async (context, { id, claim }) => {
  const { db, key, clock } = context;
  await readableMessage(context, id);
  await acknowledge(db, { api_key: key.name }, { message: id, claim, now: clock() });
});

export const ack = Object.assign(acknowledgeOne, { isSingle: true } as const);

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

export const links = handler(messages.links, async (context, { id }) => {
  const { source, company } = await readableMessage(context, id);
  const { links, rendering } = await context.messages.read(source, company);
  if (rendering === "too_slow" || rendering === "unreadable")
    throw Refusal.notFound("The message cannot be read. Download it as raw.");
  return { data: links };
});

/** Of one type whatever the sender declared, so that no client takes a file for JSON that is its answer. */
export const attachment = handler(messages.attachment, async (context, { id, part }) => ({
  ...(await download_attachment(context, { name: id, part })),
  content_type: "application/octet-stream",
}));
