import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import ipaddr from "ipaddr.js";
import nodemailer from "nodemailer";
import type { Logger } from "pino";
import { makeDataFolder } from "../process/data_folder.ts";
import type { Outage } from "../wires/failure.ts";
import { type Mail, renderMail } from "./template.ts";

export interface OutgoingMailOptions {
  /** smtp:// or smtps://; undefined puts every mail into the folder. */
  url: string | undefined;
  from: string;
  /** Where mails go that are not sent, one file each. */
  folder: string;
  log: Logger;
}

export interface OutgoingMail {
  /** @throws what the mail server said, so that the job tries again */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/**
 * Codes and links are sent encrypted, or not at all: a relay that offers no STARTTLS gets nothing, unless it is on this
 * machine or the URL has `requireTLS=false`.
 */
function withTls(text: string): string {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isLocal = host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
  if (!isLocal && !url.searchParams.has("requireTLS")) url.searchParams.set("requireTLS", "true");
  return url.href;
}

// A mail server that does not answer must not hold a worker for nodemailer's ten minutes. Milliseconds.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends Mayfly's own mail through the SMTP server that is set, or writes it to files for a person to read.
 * @throws StartError when there can be no folder for the files
 */
export async function openOutgoingMail({ url, from, folder, log }: OutgoingMailOptions): Promise<OutgoingMail> {
  const compose = (mail: Mail) => ({
    from,
    to: { name: "", address: mail.to },
    subject: mail.subject,
    ...renderMail(mail),
    // RFC 3834: no vacation responder should answer it.
    headers: { "Auto-Submitted": "auto-generated" },
    // As bytes: what strangers send may be no mail that a relay would take as message/rfc822.
    ...(mail.enclosed && {
      attachments: [{ filename: "mail.eml", content: mail.enclosed, contentType: "application/octet-stream" }],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (url !== undefined) {
    const transport = nodemailer.createTransport({ url: withTls(url), pool: true, maxConnections: 2, ...timeouts });
    return {
      async send(mail) {
        const { messageId } = await transport.sendMail(compose(mail)).catch((error) => {
          // With a reply, the relay is there.
          if (error.responseCode === undefined) Object.assign(error, { outage: "the relay is away" satisfies Outage });
          throw error;
        });
        log.info({ messageId }, "mail sent");
      },
      close: () => transport.close(),
    };
  }
  await makeDataFolder(folder);
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(compose(mail));
      // Whoever cleans the outbox up may remove it.
      await makeDataFolder(folder);
      const file = path.join(
        folder,
        `${new Date().toISOString().replaceAll(":", "-")}-${crypto.randomUUID().slice(0, 8)}.eml`,
      );
      // A program that watches the folder sees whole files only.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ file }, "mail put in the outbox");
    },
    close: () => undefined,
  };
}
