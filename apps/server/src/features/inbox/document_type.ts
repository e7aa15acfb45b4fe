import { type CustomerInbox, type SearchHit, visibilities } from "@mayfly/contracts";
import { deadline } from "../../clock.ts";
import type { MemberContext } from "../../context.ts";
import type { DocumentType, Query } from "../../documents/document_type.ts";
import { choiceColumn, column, constant, type Field, flagColumn, instantColumn } from "../../documents/field.ts";
import { equalTo, type Filter } from "../../documents/filters.ts";
import type { Opened } from "../../mail/stored_messages.ts";
import { readable, withAddressesMeant } from "../email/rights.ts";
import { foundWords, readQuery, searchMessages } from "../search/search.ts";
import { blockSize } from "./deep_pages.ts";
import { markSeen } from "./inbox.ts";
import { isFoundByIndex } from "./lists.ts";

// A row's message is read once for all its fields, because a second reading may have another result.
const readings = new WeakMap<object, Promise<Opened>>();

/** A field that is not stored but made by reading the message. */
const read = (part: keyof Opened): Field<"source"> => ({
  column: "source",
  async value(row, { messages, member }) {
    const reading = readings.get(row) ?? messages.read(String(row["source"]), member.company);
    readings.set(row, reading);
    return (await reading)[part];
  },
});

const content = read("content");

/** The one address whose messages are asked for. */
function addressOf(filters: Filter[]): string | undefined {
  const address = equalTo(filters, "recipients");
  return typeof address === "string" ? address : undefined;
}

/**
 * A message always has the owner and the visibility of its address. So if the caller asks for one address, the address
 * decides for all its messages, however many there are.
 */
async function readableMessages({ db, member }: MemberContext, filters: Filter[]) {
  const address = addressOf(filters);
  if (address === undefined || member.role === "Administrator") return readable(member);
  const all = await db.email.count({ where: { email_name: address, AND: readable(member) } });
  return all > 0 ? {} : { name: { in: [] } };
}

const isNewestFirst = ([first, second]: Query["order"]) =>
  first?.column === "modified" &&
  second?.column === "name" &&
  [first, second].every((term) => term.direction === "desc");

/** How long the words that were found are looked for, to mark them. Milliseconds. */
const markingMilliseconds = 1_000;

/** The document type Customer Inbox. */
export const customerInbox: DocumentType<"CustomerInbox", keyof CustomerInbox> = {
  model: "customerInbox",
  key: "name",
  readable: readableMessages,
  meant: (context, filters) => withAddressesMeant(context, filters, "recipients"),
  indexes: ({ member }) =>
    isFoundByIndex(member) ? [["recipients", "modified"], ["modified"]] : [["recipients", "modified"]],
  deepPage({ member, messages }, { filters, order, start, length }) {
    const address = addressOf(filters);
    const ofAll = address === undefined && filters.length === 0 && member.role === "Administrator";
    const ofOne = address !== undefined && filters.length === 1;
    if (!(ofAll || ofOne) || start < blockSize || !isNewestFirst(order)) return undefined;
    return () => messages.deepPage({ company: member.company, address }, start, length);
  },
  fields: {
    name: column("name", "uuid"),
    owner: column("owner", "address"),
    // Nobody changes mail, so both are the same; the indexes have this one.
    creation: instantColumn("modified"),
    modified: instantColumn("modified"),
    // Nobody edits mail that came in.
    modified_by: column("owner"),
    docstatus: constant(0),
    sender: column("sender", "text"),
    mail_from: column("mail_from", "text"),
    recipients: column("recipients", "address"),
    subject: column("subject", "text"),
    content: {
      ...content,
      async value(row, context) {
        const { messages, session } = context;
        const shown = String(await content.value(row, context));
        return messages.forReader(shown, String(row["source"]), session.token ?? "");
      },
    },
    rendering: read("rendering"),
    signed: read("signed"),
    action_links: read("action_links"),
    attachments: read("attachments"),
    to: read("to"),
    cc: read("cc"),
    reply_to: read("reply_to"),
    size: read("size"),
    preview: column("preview", "text"),
    code: column("code", "text"),
    has_attachment: flagColumn("has_attachment"),
    visibility: choiceColumn("visibility", visibilities),
    idx: constant(0),
    _user_tags: constant(null),
    _comments: constant(null),
    _assign: constant(null),
    _liked_by: constant(null),
    _seen: { column: "seen", value: (row) => JSON.stringify(row["seen"]) },
  },
  async search(context, { q, after, length }) {
    const clauses = readQuery(q, context.clock());
    const { rows, next, indexed_to } = await searchMessages(context, clauses, { after, limit: length });
    const found: SearchHit[] = [];
    const marking = deadline(context.clock, markingMilliseconds);
    for (const row of rows) found.push(await foundWords(context.messages, clauses, row, marking));
    return { keys: rows.map(({ name }) => name), found, next, indexed_to };
  },
  /** The read state survives a reload and is each member's own (requirement P86). */
  opened: (context, name) => markSeen(context, name, true),
};
