import { v7 as uuid } from "uuid";
import type { TestApp, TestMember } from "./test_app.ts";

export interface GivenMessage {
  subject?: string;
  sender?: string;
  creation?: Date;
  raw?: string | Buffer;
}

/** Puts a message into an address's inbox without SMTP, for tests of what comes after. @returns its name */
export async function storedMessage(app: TestApp, owner: TestMember, recipients: string, given: GivenMessage = {}) {
  const { subject = "Hello", sender = "Zoë <zoe@elsewhere.example>", creation = app.clock.now, raw } = given;
  const { visibility } = await app.world.email.findUniqueOrThrow({ where: { email_name: recipients } });
  const [name, source] = [uuid(), uuid()];
  const message = raw ?? `From: ${sender}\r\nSubject: ${subject}\r\n\r\nBody of ${subject}\r\n`;
  const { company } = owner;
  await app.world.messageSource.create({
    data: { name: source, company, raw: new Uint8Array(Buffer.from(message)), creation },
  });
  await app.world.customerInbox.create({
    data: {
      ...{ name, company, owner: owner.name, visibility, recipients, source, sender, subject },
      ...{ mail_from: "zoe@elsewhere.example", preview: `Body of ${subject}`, creation, modified: creation },
    },
  });
  return name;
}
