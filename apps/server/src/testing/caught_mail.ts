import { vi } from "vitest";
import { mailsIn, type OutgoingMail } from "./outbox.ts";
import type { TestApp } from "./test_app.ts";

export type CaughtMail = Omit<OutgoingMail, "to">;

/** The mails to an address, in its canonical form, in the outbox, oldest first. Waits until there are `count` of them. */
export const caughtMails = (app: TestApp, address: string, count: number): Promise<CaughtMail[]> =>
  vi.waitFor(
    async () => {
      const found = (await mailsIn(app.outbox)).filter(({ to }) => to.includes(address));
      if (found.length < count) throw new Error(`${found.length} mails to ${address}`);
      return found.map(({ to: _, ...mail }) => mail);
    },
    { interval: 20 },
  );

/** The first mail to an address. Waits for it. */
export async function caughtMail(app: TestApp, to: string): Promise<CaughtMail> {
  const [mail] = await caughtMails(app, to, 1);
  if (mail === undefined) throw new Error(`no mail to ${to}`);
  return mail;
}

/** The one-time code in a mail. */
export const codeOf = (mail: CaughtMail | undefined) => /^ {4}(\d{6})$/m.exec(mail?.text ?? "")?.[1] ?? "";
