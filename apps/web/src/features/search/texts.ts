import { mailTexts } from "../../data/texts/mail.ts";

export const searchTexts = {
  title: "Search",
  about: "All emails that you may read: subject, sender, recipients, text and names of files.",
  box: "Search all emails",
  placeholder: "Words, a number, a code, from:shop…",
  begin: "Find any email",
  beginHint: "Write a few words, or choose how to narrow the search. The last word may be only the beginning of one.",
  none: "No emails found",
  noneHint: (q: string) => `No emails match "${q}". Try fewer or other words.`,
  noneYet: "No emails found yet",
  noneYetHint: "The newest emails have been searched. There are older ones.",
  found: (count: number, more: boolean) =>
    `${count} ${count === 1 ? "email" : "emails"}${more ? ` ${mailTexts.more}` : ""}`,
  more: "Show more",
  older: "Search older emails",
  loading: "Searching…",
  waiting: (operator: string) =>
    operator.endsWith(":") ? `Write what ${operator} looks for.` : `Write the word after ${operator}.`,
  fault: "The search could not be understood.",
} as const;

/** What can be pressed to narrow a search, with what it does. Those that end with a colon want a word. */
export const operators = [
  ["from:", "Words of the sender"],
  ["to:", "Words of the recipients"],
  ["subject:", "Words of the subject"],
  ["filename:", "Words of a file's name"],
  ["code:", "A one-time code"],
  ["in:", "Of one address"],
  ["has:code", "With a one-time code"],
  ["has:link", "With a link"],
  ["has:attachment", "With a file"],
  ["is:unread", "That you have not opened"],
  ["newer_than:7d", "Of the last hours, days, weeks, months or years: h d w m y"],
  ["after:", "From a day on, such as 2026-11-01"],
  ["before:", "Before a day, such as 2026-11-28"],
  ["larger:1m", "Larger than so many bytes: k and m"],
  ["run:", "Of the addresses of a test run"],
] as const;
