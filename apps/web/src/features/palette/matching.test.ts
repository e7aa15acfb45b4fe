import { Mail } from "lucide-react";
import { expect, it } from "vitest";
import { matching } from "./matching.ts";

const row = (label: string, words: string[] = []) => ({ icon: Mail, label, words, onPick: () => {} });
const groups = [
  { title: "Actions", rows: [row("Copy billing@mayfly.test"), row("Create Email", ["options"])] },
  { title: "Pages", rows: [row("Emails"), row("Inbox")] },
  { title: "Session", rows: [row("Log out", ["sign out"])] },
];
const found = (term: string) =>
  matching(groups, term).map(({ title, rows }) => [title, ...rows.map(({ label }) => label)]);

it("keeps the rows that contain every word, first those in which each begins a word", () => {
  expect(found("")).toEqual(groups.map(({ title, rows }) => [title, ...rows.map(({ label }) => label)]));
  expect(found("EMAIL")).toEqual([
    ["Actions", "Create Email"],
    ["Pages", "Emails"],
  ]);
  expect(found("il")).toEqual([
    ["Actions", "Copy billing@mayfly.test", "Create Email"],
    ["Pages", "Emails"],
  ]);
  expect(found(" out  sign")).toEqual([["Session", "Log out"]]);
  expect(found("in")).toEqual([
    ["Pages", "Inbox"],
    ["Actions", "Copy billing@mayfly.test"],
  ]);
  expect(found("signup-t")).toEqual([]);
});
