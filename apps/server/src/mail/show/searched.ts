import type { Found } from "@mayfly/contracts";
import { withoutControls } from "../../text/visible_text.ts";
import { type AskedWords, type FoundIn, foundWords } from "../find/found_words.ts";
import { spaced, tokensOf } from "../find/tokens.ts";
import { type Mail, readMail } from "../mime/read_mail.ts";
import { textForms } from "./plain_text.ts";
import { hasLink, listed, listedAttachments } from "./render.ts";

/** Characters of each form of a message's text that a search looks at. */
const longestText = 64 * 1024;
/** Different tokens of one text that are looked at. */
const mostTokens = 2_000;

/** What the list shows of a message, in which a search looks too. */
export interface ListedFields {
  sender: string;
  subject: string;
  recipients: string;
  code: string;
}

type SearchedField = "any" | "subject" | "from" | "to" | "filename" | "code";

/** What of a message is read only where it is needed. */
export interface Needed {
  /** The texts, for words in their order. */
  texts: boolean;
  /** Whether there is a link, which takes longer than all else. */
  link: boolean;
}

/** What a search looks at in a message, besides its row. */
export interface Searched {
  /** The tokens of each field, and of all with the text. */
  tokens: Record<SearchedField, string[]>;
  /** What is written in each, folded; empty when it is not needed. */
  texts: Record<SearchedField, string[]>;
  /** False when it is not needed. */
  has_link: boolean;
}

export const nothingSearched: Searched = {
  tokens: { any: [], subject: [], from: [], to: [], filename: [], code: [] },
  texts: { any: [], subject: [], from: [], to: [], filename: [], code: [] },
  has_link: false,
};

/**
 * Reads a message once for all that a search looks at.
 * @throws when it cannot be read
 */
export async function readSearched(
  raw: Buffer,
  { row, needed }: { row: ListedFields; needed: Needed },
): Promise<Searched> {
  const mail = await readMail(raw);
  return searched({ ...row, ...contentOf(mail) }, needed, needed.link && hasLink(mail));
}

/** Of a message that cannot be read, its row is searched. */
export const searchedRow = (row: ListedFields, needed: Needed): Searched =>
  searched({ ...row, filenames: [], forms: [], named: [] }, needed, false);

function searched(
  { sender, subject, recipients, code, filenames, forms, named }: ListedFields & Content,
  needed: Needed,
  has_link: boolean,
): Searched {
  const fields = {
    ...{ subject: [subject], from: [sender], to: [recipients, ...named] },
    ...{ filename: filenames, code: code === "" ? [] : [code] },
  };
  const all = { ...fields, any: [...Object.values(fields).flat(), ...forms] };
  const ofEach = (read: (one: string) => string[]) =>
    Object.fromEntries(
      Object.entries(all).map(([field, values]) => [field, [...new Set(values.flatMap(read))]]),
    ) as Searched["tokens"];
  return {
    tokens: ofEach((one) => tokensOf(one, mostTokens)),
    texts: needed.texts ? ofEach((one) => [spaced(one)]) : nothingSearched.texts,
    has_link,
  };
}

interface Content {
  /** Its text in each of its forms, the one that is shown first. */
  forms: string[];
  /** The recipients that its head names. */
  named: string[];
  filenames: string[];
}

const contentOf = (mail: Mail): Content => ({
  forms: textForms(mail.texts, longestText).map((text) => withoutControls(text).toWellFormed()),
  named: [...listed(mail.to), ...listed(mail.cc)],
  filenames: mail.attachments.slice(0, listedAttachments).map(({ filename }) => filename),
});

/**
 * Reads a message for where it has the words that are looked for.
 * @throws when it cannot be read
 */
export async function readFound(
  raw: Buffer,
  { words, row }: { words: AskedWords; row: Omit<FoundIn, "filenames" | "forms"> },
): Promise<Found> {
  const { filenames, forms } = contentOf(await readMail(raw));
  return foundWords(words, { ...row, filenames, forms });
}
