import { mailTexts } from "../../data/texts/mail.ts";

export const searchTexts = {
  title: "Search",
  about: "Searches every email you can read: subject, sender, recipients, body and file names.",
  box: "Search all emails",
  placeholder: "Words, a number, a code, from:shop…",
  begin: "Find any email",
  beginHint: "Type a few words, or choose how to narrow the search. The last word can be incomplete.",
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
    operator.endsWith(":") ? `Type what to look for after ${operator}` : `Type the word after ${operator}.`,
  unindexed: (time: string, day: string) => `Mail that arrived after ${time} on ${day} is still being indexed.`,
  nothingIndexed: "All mail is being indexed. Until then, only the newest emails are found.",
  fault: "The search could not be understood.",
} as const;

/** What can be pressed to narrow a search, with what it does. Those that end with a colon want a word. */
export const operators = [
  ["from:", "Words in the sender"],
  ["to:", "Words in the recipients"],
  ["subject:", "Words in the subject"],
  ["filename:", "Words in a file name"],
  ["code:", "A one-time code"],
  ["in:", "Sent to one address"],
  ["has:code", "With a one-time code"],
  ["has:link", "With a link"],
  ["has:attachment", "With an attachment"],
  ["is:unread", "Not opened by you"],
  ["newer_than:7d", "Received within the last 7d (also h, w, m, y)"],
  ["after:", "From a date on, such as 2026-11-01"],
  ["before:", "Before a date, such as 2026-11-28"],
  ["larger:1m", "Larger than a size, such as 500k or 2m"],
  ["run:", "Sent to the addresses of a test run"],
  ["tag:", "Sent to the addresses with a tag"],
] as const;
