import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { simpleParser } from "mailparser";
import { vi } from "vitest";
import type { TestApp } from "./test_app.ts";

export interface CaughtMail {
  subject: string;
  text: string;
  html: string;
}

/** The mails to an address in the outbox, oldest first. Waits until there are `count` of them. */
export const caughtMails = (app: TestApp, to: string, count: number): Promise<CaughtMail[]> =>
  vi.waitFor(
    async () => {
      const files = (await readdir(app.outbox)).filter((name) => name.endsWith(".eml")).sort();
      const mails = await Promise.all(
        files.map(async (name) => simpleParser(await readFile(path.join(app.outbox, name)))),
      );
      const found = mails.filter((mail) => [mail.to].flat().some((one) => one?.text === to));
      if (found.length < count) throw new Error(`${found.length} mails to ${to}`);
      return found.map(({ subject = "", text = "", html }) => ({ subject, text, html: html || "" }));
    },
    { timeout: 10_000, interval: 20 },
  );

/** The first mail to an address. Waits for it. */
export async function caughtMail(app: TestApp, to: string): Promise<CaughtMail> {
  const [mail] = await caughtMails(app, to, 1);
  if (mail === undefined) throw new Error(`no mail to ${to}`);
  return mail;
}

/** The one-time code in a mail. */
export const codeOf = (mail: CaughtMail | undefined) => /^ {4}(\d{6})$/m.exec(mail?.text ?? "")?.[1] ?? "";
