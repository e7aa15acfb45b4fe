/**
 * What a text in the subject of a message is found by, in each of the four ways to look for mail: a search, a wait's criterion,
 * the box above an inbox, and a list's filter `like`. docs/search.md says where they differ on purpose.
 */
export interface MatchCase {
  /** Why the ways differ, or that they do not. */
  about: string;
  subject: string;
  typed: string;
  found: { search: boolean; wait: boolean; box: boolean; filter: boolean };
}

const all = { search: true, wait: true, box: true, filter: true };
const none = { search: false, wait: false, box: false, filter: false };
/** A search goes by words, the others by characters. */
const notSearch = { ...all, search: false };
/** The box and a filter know no accents, widths and ligatures. */
const folded = { ...all, box: false, filter: false };
const searchOnly = { ...none, search: true };

export const matchCases: MatchCase[] = [
  { about: "a word", subject: "Your order 4711", typed: "order", found: all },
  { about: "case", subject: "Your order 4711", typed: "ORDER", found: all },
  { about: "a word that is not there", subject: "Your order 4711", typed: "orders", found: none },
  { about: "the beginning of a word", subject: "Your order 4711", typed: "ord", found: all },
  { about: "the inside of a word", subject: "Your order 4711", typed: "rder", found: notSearch },
  { about: "words in their order", subject: "Your order 4711", typed: "order 4711", found: all },
  { about: "words in another order", subject: "Your order 4711", typed: "4711 order", found: searchOnly },
  { about: "words that do not stand together", subject: "Your order 4711", typed: "your 4711", found: searchOnly },
  { about: "an accent in the mail", subject: "Café opens", typed: "cafe", found: folded },
  { about: "an accent that is typed", subject: "Cafe opens", typed: "café", found: folded },
  { about: "wide letters", subject: "ＡＢＣ news", typed: "abc", found: folded },
  { about: "characters without blanks", subject: "領収書です", typed: "収書", found: all },
  { about: "a wildcard of SQL", subject: "Now 50% off", typed: "0% o", found: notSearch },
  { about: "a wildcard of SQL that is none", subject: "Now 50 off", typed: "0% o", found: none },
  { about: "a sign between letters", subject: "snake_case", typed: "e_c", found: notSearch },
  { about: "any character of SQL that is none", subject: "snakeXcase", typed: "e_c", found: none },
  { about: "a part of a number", subject: "Order RE-4711", typed: "4711", found: all },
];
