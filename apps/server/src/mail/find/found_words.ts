import type { SearchHit } from "@mayfly/contracts";
import { type Place, placesOf, type QueryToken } from "./tokens.ts";

/** Characters of the text that is shown, and of those before its first word that is looked for. */
const excerptLength = 200;
const excerptLead = 60;
/** Of one text, so many places are marked at most. */
const mostPlaces = 500;

/** What is looked for in each field of a message, and anywhere in it. */
export type AskedWords = Record<"subject" | "from" | "to" | "filename" | "any", QueryToken[]>;

/** A message's fields and text, as they are shown. */
export interface FoundIn {
  sender: string;
  recipients: string;
  subject: string;
  filenames: string[];
  /** Its text in each of its forms, the one that is shown first. */
  forms: string[];
}

/** Where a message has the words that are looked for: what a list of results shows (row T05). */
export const foundWords = (
  asked: AskedWords,
  { sender, recipients, subject, filenames, forms }: FoundIn,
): SearchHit => ({
  sender: partsOf(sender, asked.from),
  recipients: partsOf(recipients, asked.to),
  subject: partsOf(subject, asked.subject),
  text: excerptOf(
    forms.map((text) => text.replace(/\s+/g, " ").trim()),
    asked.any,
  ),
  files: filenames.map((name) => partsOf(name, asked.filename)).filter((parts) => parts.length > 1),
});

/** Where in a text the most of the words are, and how many. */
function bestPlace(text: string, asked: QueryToken[]): { from: number; words: number } {
  const places = placesIn(text, asked);
  let best = { from: 0, words: 0 };
  for (const [at, [from]] of places.entries()) {
    const words = new Set<QueryToken>();
    for (
      let next = at;
      (places[next]?.[1] ?? Number.POSITIVE_INFINITY) <= from + excerptLength - excerptLead;
      next += 1
    ) {
      const place = places[next];
      if (place) words.add(place[2]);
    }
    if (words.size > best.words) best = { from, words: words.size };
  }
  return best;
}

/** The part of the texts that has the most of the words, with these marked; the beginning of the first, if none has any. */
function excerptOf(texts: string[], asked: QueryToken[]): string[] {
  let [text = ""] = texts;
  let best = { from: 0, words: 0 };
  for (const one of texts) {
    const place = bestPlace(one, asked);
    if (place.words > best.words) [text, best] = [one, place];
  }
  const lead = Math.max(0, best.from - excerptLead);
  // Not in the middle of a word, where there is a space to begin at.
  const space = lead === 0 ? -1 : text.slice(lead, best.from).indexOf(" ");
  const begin = lead + space + 1;
  const end = Math.min(text.length, begin + excerptLength);
  const shown = text.slice(begin, end).toWellFormed();
  const parts = partsOf(shown, asked);
  if (begin > 0) parts[0] = `…${parts[0]}`;
  if (end < text.length) parts[parts.length - 1] += "…";
  return parts;
}

const placesIn = (text: string, asked: QueryToken[]): Place[] =>
  asked.length === 0 ? [] : placesOf(text, asked, mostPlaces);

/** A text in parts, of which every second one, from the second, is marked. */
function partsOf(text: string, asked: QueryToken[]): string[] {
  const parts: string[] = [];
  let done = 0;
  for (const [from, to] of joined(placesIn(text, asked))) {
    parts.push(text.slice(done, from), text.slice(from, to));
    done = to;
  }
  return [...parts, text.slice(done)];
}

/** Places that overlap or touch are one. */
function joined(places: Place[]): [from: number, to: number][] {
  const ranges: [from: number, to: number][] = [];
  for (const [from, to] of places.toSorted(([a], [b]) => a - b)) {
    const last = ranges.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }
  return ranges;
}
