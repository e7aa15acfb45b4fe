import { isAscii } from "../../text/ascii.ts";
import { streamSafe } from "../../text/stream_safe.ts";

/** Characters of a token; what is longer is cut, in what is written and in what is asked alike. */
const longestToken = 64;

const cut = (token: string) => token.slice(0, longestToken).toWellFormed();
/** Of words that are joined, as in an address, so many are found by themselves. */
const mostParts = 16;

/**
 * Scripts that are written without spaces, and Korean, whose words take endings: two characters at a time are found. With the
 * marks of Japanese in half width, which are folded into their characters.
 */
const dense =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ﾞﾟー々\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const word = "\\p{L}\\p{N}\\p{M}";
/** What joins words, folded or not: `app+tag@shop.example`, `RE-4711`, `plan_2026.pdf`, `don't`. */
const joint = "[.@+_'‘’‐‑-]";
/**
 * What nobody sees in a word: a place where a line may break, or must not, and what parts or joins the forms of letters. It
 * parts no word (Unicode Standard Annex 29, WB4). Neither does a space of no width (U+200B), though that annex lets it: senders
 * write it for line breaks too, and the scripts in which it marks the ends of words, such as Thai and Khmer, are mostly written
 * without it and found by pairs of characters, whatever the words.
 */
const unseen = "\\u00ad\\u200b-\\u200d\\u2060\\ufeff";
const letters = `(?![${dense}])[${word}](?:(?![${dense}])[${word}${unseen}])*`;
/** A run of such a script, or a word with those that are joined to it. */
const runs = new RegExp(`[${dense}][${dense}${unseen}]*|${letters}(?:${joint}${letters})*`, "gu");
/** The same in a text of ASCII signs, in a fraction of the time. */
const asciiRuns = /[a-z\d]+(?:[.@+_'-][a-z\d]+)*/g;
const denseRun = new RegExp(`^[${dense}]`, "u");

/** Letters for which people write others, although Unicode does not take them apart: in capitals, or without the keys. */
const written: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" };
const others = new RegExp(`[${Object.keys(written).join("")}]`, "g");
/** Accents, and the points of Hebrew and Arabic, which most people leave out. The marks of other scripts are letters. */
const marks = /(?=\p{M})[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]|\u0640/gu;
const allUnseen = new RegExp(`[${unseen}]`, "g");

/**
 * A text as it is compared: without case, width, accents and what nobody sees, and with the apostrophes and hyphens of the
 * keyboard.
 */
export const folded = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : streamSafe(text.replace(allUnseen, ""))
        .normalize("NFKC")
        .toLowerCase()
        .normalize("NFD")
        .replace(marks, "")
        .replace(others, (one) => written[one] ?? one)
        .replace(/[‘’ʼ]/g, "'")
        .replace(/[‐‑]/g, "-")
        .normalize("NFC");

/** A text as phrases are compared. */
export const spaced = (text: string): string => folded(text).replace(/\s+/g, " ").trim();

/** A token that is asked for; a prefix stands for all tokens that begin with it. */
export interface QueryToken {
  token: string;
  isPrefix: boolean;
}

/** The tokens by which a text is found, each once. @param most at most so many */
export function tokensOf(text: string, most = Number.POSITIVE_INFINITY): string[] {
  const tokens = new Set<string>();
  const seen = new Set<string>();
  for (const [run] of folded(text).matchAll(isAscii(text) ? asciiRuns : runs)) {
    if (seen.size === seen.add(run).size) continue;
    for (const [token] of tokensAt(run)) {
      tokens.add(token);
      if (tokens.size >= most) return [...tokens];
    }
  }
  return [...tokens];
}

/** Where a word that was asked for stands in a text; `to` is behind it. */
export type Place = [from: number, to: number, asked: QueryToken];

/**
 * Where the words that are asked for stand in a text, in its order, at most so many; they may overlap. Of a word that was
 * found by its beginning, only that is meant.
 */
export function placesOf(text: string, asked: QueryToken[], most: number): Place[] {
  const places: Place[] = [];
  for (const { 0: written, index } of text.matchAll(runs)) {
    const run = folded(written);
    // A folded character may be longer or shorter than what it was made of.
    const origins = run.length === written.length ? undefined : originsIn(written);
    const place = (at: number) => index + (origins === undefined ? at : (origins[at] ?? written.length));
    for (const [token, at] of tokensAt(run)) {
      for (const one of asked) {
        if (one.isPrefix ? !token.startsWith(one.token) : token !== one.token) continue;
        places.push([place(at), place(at + (one.isPrefix ? one.token : token).length), one]);
        if (places.length >= most) return places;
      }
    }
  }
  return places;
}

/** What is folded together: a character with its marks, or a syllable of Korean in letters. */
const clusters = /[^\p{M}ﾞﾟ\u1160-\u11ff\uffc2-\uffdc][\p{M}ﾞﾟ\u1160-\u11ff\uffc2-\uffdc]*|./gsu;

/** For each place in a text after it was folded, the one before. */
function originsIn(written: string): number[] {
  const origins: number[] = [];
  for (const { 0: cluster, index } of written.matchAll(clusters)) {
    // Within a cluster, its end: no part of it is marked alone.
    const { length } = folded(cluster);
    for (let at = 0; at < length; at += 1) origins.push(at === 0 ? index : index + cluster.length);
  }
  return origins;
}

/** The tokens by which a run is found, each with its place in it. */
const tokensAt = (run: string) => (denseRun.test(run) ? pairsAt(run) : partsAt(run));

/** Each pair of characters, and the last one. One by one, since a run may be as long as a text. */
function* pairsAt(run: string): Generator<[token: string, at: number]> {
  for (let at = 0; at < run.length; ) {
    const next = at + widthAt(run, at);
    yield [run.slice(at, next < run.length ? next + widthAt(run, next) : next), at];
    at = next;
  }
}

const widthAt = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/**
 * Its parts, and all that stand next to each other: so `shop.example` and `app+tag` find `app+tag@shop.example`. The whole comes
 * first, however many parts it has.
 */
function partsAt(run: string): [token: string, at: number][] {
  const parts: [from: number, to: number][] = [];
  for (const { 0: part, index } of run.matchAll(/[^.@+_'-]+/g)) {
    if (parts.push([index, index + part.length]) === mostParts) break;
  }
  const ends = parts.map(([, to]) => to);
  if (ends.at(-1) !== run.length) ends.push(run.length);
  return parts.flatMap(([from], first) => {
    const [last = run.length, ...others] = ends.slice(first).reverse();
    // What is longer than a token is the same token.
    const different = others.filter((to) => to - from < longestToken);
    return [last, ...different].map((to): [string, number] => [cut(run.slice(from, to)), from]);
  });
}

/** The tokens that find a text. @param isOpen whether its last word may be only the beginning of one */
export function askedFor(text: string, isOpen: boolean): QueryToken[] {
  const asked = [...folded(text).matchAll(runs)].flatMap(([run]) => askedForRun(run));
  const last = asked.at(-1);
  return isOpen && last ? [...asked.slice(0, -1), { ...last, isPrefix: true }] : asked;
}

function askedForRun(run: string): QueryToken[] {
  const tokens = [...tokensAt(run)].map(([token]) => token);
  if (!denseRun.test(run)) return tokens.slice(0, 1).map((token) => ({ token, isPrefix: false }));
  // A single character is the beginning of a pair, or the last one, which is written by itself.
  const pairs = tokens.slice(0, -1);
  return pairs.length > 0 ? pairs.map((token) => ({ token, isPrefix: false })) : [{ token: run, isPrefix: true }];
}
