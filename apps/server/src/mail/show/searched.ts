import type { SearchHit } from "@mayfly/contracts";
import { withoutControls } from "../../text/visible_text.ts";
import { type AskedWords, type FoundIn, foundWords } from "../find/found_words.ts";
import { spaced, tokensOf } from "../find/tokens.ts";
import { asRead } from "../mime/head.ts";
import { type Mail, readMail } from "../mime/read_mail.ts";
import { linkTargets } from "./link_targets.ts";
import { listed, listedAttachments } from "./listed.ts";
import { readOrdinaryContent } from "./ordinary_mail.ts";
import { textForms } from "./plain_text.ts";

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

export type SearchedField = "any" | "subject" | "from" | "to" | "filename" | "code";

/** Where the tokens of one field stand in the index beside those of all. No token begins so. */
export const fieldMark: Record<SearchedField, string> = {
  any: "",
  subject: "s:",
  from: "f:",
  to: "r:",
  filename: "a:",
  code: "c:",
};
/** What a message has, as a token. */
export const possession = (what: "code" | "link" | "attachment") => `#${what}`;

/** Bytes of a message that a search looks at, besides the content of its files: enough for all that it finds words in. */
export const searchedBytes = 1024 * 1024;

/** What a search looks at in a message, besides its row. */
export interface Searched {
  /** The tokens of each field, and of all with the text. */
  tokens: Record<SearchedField, string[]>;
  /** What is written in each, folded; empty when it is not needed. */
  texts: Record<SearchedField, string[]>;
  /** Whether its text names a URL, or is a link. */
  has_link: boolean;
}

export const nothingSearched: Searched = {
  tokens: { any: [], subject: [], from: [], to: [], filename: [], code: [] },
  texts: { any: [], subject: [], from: [], to: [], filename: [], code: [] },
  has_link: false,
};

/**
 * Reads a message once for all that a search looks at.
 * @param texts whether the texts are needed too, for words in their order
 * @throws when it cannot be read
 */
export const readSearched = async (
  raw: Buffer,
  { row, texts }: { row: ListedFields; texts: boolean },
): Promise<Searched> => searched(row, ordinaryContent(raw) ?? contentOf(await readMail(raw)), texts);

/** What the index holds of a message: tokens with the marks of their fields, with blanks between, which no token has. */
export async function readIndexed(raw: Buffer, row: ListedFields): Promise<string> {
  const { tokens, has_link } = await readSearched(raw, { row, texts: false });
  return [...markedTokens(tokens), ...(has_link ? [possession("link")] : [])].join(" ");
}

/** All tokens with the marks of their fields. */
export const markedTokens = (tokens: Searched["tokens"]): string[] =>
  Object.entries(tokens).flatMap(([field, found]) => found.map((token) => fieldMark[field as SearchedField] + token));

/** The tokens of the address that a row is at, which others of the same message have not. */
export const addressTokens = (recipients: string): string[] => {
  const tokens = tokensOf(recipients, mostTokens);
  return markedTokens({ ...nothingSearched.tokens, to: tokens, any: tokens });
};

/** Of a message that cannot be read, its row is searched. */
export const searchedRow = (row: ListedFields, texts: boolean): Searched =>
  searched(row, { filenames: [], forms: [], named: [], has_link: false }, texts);

function searched(
  { sender, subject, recipients, code }: ListedFields,
  { filenames, forms, named, has_link }: Content,
  texts: boolean,
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
    texts: texts ? ofEach((one) => [spaced(one)]) : nothingSearched.texts,
    has_link,
  };
}

interface Content {
  /** Its text in each of its forms, the one that is shown first. */
  forms: string[];
  /** The recipients that its head names. */
  named: string[];
  filenames: string[];
  has_link: boolean;
}

function contentOf({ texts, to, cc, attachments }: Pick<Mail, "texts" | "to" | "cc" | "attachments">): Content {
  let has_link = false;
  const targets = () => {
    const leading = linkTargets();
    const shown = (reference: string) => {
      const url = leading.shown(reference);
      has_link ||= url !== undefined;
      return url;
    };
    return { ...leading, shown };
  };
  const forms = textForms(texts, longestText, targets).map((text) => withoutControls(text).toWellFormed());
  return {
    forms,
    named: [...listed(to), ...listed(cc)],
    filenames: attachments.slice(0, listedAttachments).map(({ filename }) => filename),
    has_link: has_link || forms.some((text) => /https?:\/\/[^\s/]/i.test(text)),
  };
}

/** The same in a fraction of the time, of a message without files in the form that most programs write. */
function ordinaryContent(raw: Buffer): Content | undefined {
  const mail = readOrdinaryContent(asRead(raw));
  if (mail === undefined) return undefined;
  const content = contentOf({ ...mail, attachments: [] });
  return mail.isOdd() ? undefined : content;
}

/**
 * Reads a message for where it has the words that are looked for.
 * @throws when it cannot be read
 */
export async function readFound(
  raw: Buffer,
  { words, row }: { words: AskedWords; row: Omit<FoundIn, "filenames" | "forms"> },
): Promise<SearchHit> {
  const { filenames, forms } = contentOf(await readMail(raw));
  return foundWords(words, { ...row, filenames, forms });
}
