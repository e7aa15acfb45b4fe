import { v7 as uuid } from "uuid";
import type { RootDatabase } from "../database/database.ts";
import { messageOf, pack } from "../features/inbox/packed.ts";
import type { TestApp, TestMember } from "./test_app.ts";

export interface GivenMessage {
  subject?: string;
  sender?: string;
  creation?: Date;
  raw?: string | Buffer;
  code?: string;
  has_attachment?: boolean;
  /** Stored uncompressed, as long messages are, and all were in the first version. */
  unpacked?: boolean;
}

/** Puts a message into an address's inbox without SMTP, for tests of what comes after. @returns its name */
export async function storedMessage(
  app: Pick<TestApp, "rootDb" | "clock">,
  owner: Pick<TestMember, "name" | "company">,
  recipients: string,
  given: GivenMessage = {},
) {
  const {
    code = "",
    has_attachment = false,
    subject = "Hello",
    sender = "Zoë <zoe@elsewhere.example>",
    creation = app.clock.now,
  } = given;
  const { visibility } = await app.rootDb.email.findUniqueOrThrow({ where: { email_name: recipients } });
  const [name, source] = [uuid(), uuid()];
  const raw = Buffer.from(given.raw ?? `From: ${sender}\r\nSubject: ${subject}\r\n\r\nBody of ${subject}\r\n`);
  const { company } = owner;
  const lz4 = given.unpacked ? undefined : pack(raw);
  const kept = lz4 ? { lz4: new Uint8Array(lz4) } : { raw };
  await app.rootDb.messageSource.create({ data: { name: source, company, ...kept, creation } });
  await app.rootDb.customerInbox.create({
    data: {
      ...{ name, company, owner: owner.name, visibility, recipients, source, sender, subject, code, has_attachment },
      ...{ mail_from: "zoe@elsewhere.example", preview: `Body of ${subject}`, creation, modified: creation },
    },
  });
  return name;
}

/** An address's messages in order of arrival, with their raw bytes and the company these are stored for. */
export async function messagesTo(rootDb: RootDatabase, recipients: string) {
  const rows = await rootDb.customerInbox.findMany({ where: { recipients }, orderBy: { name: "asc" } });
  const sources = await rootDb.messageSource.findMany({ where: { name: { in: rows.map(({ source }) => source) } } });
  const byName = new Map(sources.map((source) => [source.name, source]));
  return rows.map((row) => {
    const kept = byName.get(row.source);
    if (kept === undefined) throw new Error(`message ${row.name} has no source`);
    return { ...row, raw: messageOf(kept), keptFor: kept.company };
  });
}
