import { type CustomerInbox, visibilities } from "@mayfly/contracts";
import type { MemberContext } from "../../context.ts";
import {
  choiceColumn,
  column,
  constant,
  type DoctypeRule,
  type Field,
  flagColumn,
  instantColumn,
} from "../../platform/doctype.ts";
import { readable } from "../email/email.ts";
import { stride } from "./deep_pages.ts";
import type { Opened } from "./messages.ts";

// A row's message is read once for all its fields, because a second reading may have another result.
const readings = new WeakMap<object, Promise<Opened>>();

/** A field that is not stored but made by reading the message. */
const read = (part: keyof Opened): Field => ({
  column: "source",
  async value(row, { messages, member }) {
    const reading = readings.get(row) ?? messages.read(String(row["source"]), member.company);
    readings.set(row, reading);
    return (await reading)[part];
  },
});

const content = read("content");

const newestFirst = JSON.stringify([{ modified: "desc" }, { name: "desc" }]);
/** The value of a filter with `=`. A filter with `like` has a pattern instead, and a `mode`. */
function equals(condition: unknown): string | undefined {
  const { equals, mode } = (condition ?? {}) as { equals?: string; mode?: string };
  return mode === undefined ? equals : undefined;
}

/**
 * A message always has the owner and the visibility of its address. So if the caller asks for one address, the address
 * decides for all its messages, however many there are.
 */
async function readableMessages({ db, member }: MemberContext, { recipients }: Record<string, unknown>) {
  const address = equals(recipients);
  if (address === undefined || member.role === "Administrator") return readable(member);
  const all = await db.email.count({ where: { email_name: address, AND: readable(member) } });
  return all > 0 ? {} : { name: { in: [] } };
}

/** The doctype Customer Inbox. */
export const customerInbox: DoctypeRule<keyof CustomerInbox> = {
  model: ({ db }) => db.customerInbox as never,
  key: "name",
  readable: readableMessages,
  keys({ member, messages }, { where: { AND }, orderBy, skip, take }) {
    const [rights = {}, asked = {}] = AND;
    const address = equals(asked["recipients"]);
    const all = AND.length === 2 && Object.keys(rights).length === 0 && address !== undefined;
    if (!all || skip < stride || JSON.stringify(orderBy) !== newestFirst) return undefined;
    return messages.deepPage(member.company, address, skip, take);
  },
  fields: {
    name: column("name", "uuid"),
    owner: column("owner", "address"),
    creation: instantColumn("creation"),
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
  /** The read state survives a reload and is each member's own (requirement P86). */
  async opened({ db, member, tellSeen }, name) {
    const { count } = await db.customerInbox.updateMany({
      where: { name, NOT: { seen: { has: member.name } } },
      data: { seen: { push: member.name } },
    });
    if (count > 0) tellSeen(member.name, name);
  },
};
