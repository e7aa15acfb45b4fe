import { withoutControls } from "../../text/visible_text.ts";
import { readMail } from "../mime/read_mail.ts";
import { textForms } from "./plain_text.ts";
import { hasLink, listed, listedAttachments } from "./render.ts";

/** Characters of each form of a message's text that a search looks at. */
const longestText = 64 * 1024;

/** What a search looks at in a message, besides its row. */
export interface Searched {
  /** Its text in each of its forms, the one that is shown first. */
  texts: string[];
  to: string[];
  cc: string[];
  /** The names of its files. */
  filenames: string[];
  has_link: boolean;
}

/**
 * Reads a message once for all that a search looks at.
 * @throws when it cannot be read
 */
export async function readSearched(raw: Buffer): Promise<Searched> {
  const mail = await readMail(raw);
  return {
    texts: textForms(mail.texts, longestText).map((text) => withoutControls(text).toWellFormed()),
    to: listed(mail.to),
    cc: listed(mail.cc),
    filenames: mail.attachments.slice(0, listedAttachments).map(({ filename }) => filename.toWellFormed()),
    has_link: hasLink(mail),
  };
}
