import { searchTexts } from "./texts.ts";

const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const dayAndYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** What a search does not find yet. @param indexedTo the time up to which all mail is found */
export function unindexedText(indexedTo: string, now: Date): string {
  const until = new Date(indexedTo);
  // An index that was dropped begins before all mail.
  if (until.getTime() <= 0) return searchTexts.nothingIndexed;
  const date = until.getFullYear() === now.getFullYear() ? day : dayAndYear;
  return searchTexts.unindexed(time.format(until), date.format(until));
}
