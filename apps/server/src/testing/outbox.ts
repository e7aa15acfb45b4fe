import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { canonicalAddress } from "@mayfly/contracts";
import { simpleParser } from "mailparser";

export interface OutgoingMail {
  /** Addresses in their canonical form. */
  to: string[];
  subject: string;
  text: string;
  html: string;
}

/** The mails in the folder of the outbox, oldest first; none while there is no such folder. */
export async function mailsIn(outbox: string): Promise<OutgoingMail[]> {
  const files = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  return Promise.all(
    files.map(async (name) => {
      const { to, subject = "", text = "", html } = await simpleParser(await readFile(path.join(outbox, name)));
      return { to: [to ?? []].flat().map((one) => canonicalAddress(one.text)), subject, text, html: html || "" };
    }),
  );
}
