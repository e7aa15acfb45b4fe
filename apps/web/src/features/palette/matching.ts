import type { CommandGroup, CommandRow } from "../../ui/CommandDialog.tsx";

/** 0: a word that was typed is missing; 1: each of them begins a word; 0.5: they are in it somewhere. */
function rank({ label, words = [] }: CommandRow, typed: readonly string[]): number {
  const text = ` ${[label, ...words].join(" ").toLowerCase()}`;
  if (!typed.every((word) => text.includes(word))) return 0;
  return typed.every((word) => text.includes(` ${word}`)) ? 1 : 0.5;
}

/** The rows that contain every word of the term, the best first, and so the groups. */
export function matching(groups: readonly CommandGroup[], term: string): CommandGroup[] {
  const typed = term.trim().toLowerCase().split(/\s+/);
  const ranked = groups.flatMap(({ title, rows }) => {
    const matches = rows.map((row) => ({ row, rank: rank(row, typed) })).filter((match) => match.rank > 0);
    const best = Math.max(...matches.map((match) => match.rank));
    matches.sort((one, other) => other.rank - one.rank);
    return matches.length === 0 ? [] : [{ best, group: { title, rows: matches.map(({ row }) => row) } }];
  });
  return ranked.sort((one, other) => other.best - one.best).map(({ group }) => group);
}
