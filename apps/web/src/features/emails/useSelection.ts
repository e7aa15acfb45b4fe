import { useState } from "react";
import { range } from "./range.ts";

/**
 * Addresses that are chosen, on whatever page of the list they are.
 * @param shown those on this page that can be chosen, in its order
 */
export function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  function change(names: readonly string[], isChosen: boolean) {
    const next = new Set(chosen);
    for (const name of names) {
      if (isChosen) next.add(name);
      else next.delete(name);
    }
    setChosen(next);
  }
  return {
    names: [...chosen],
    has: (name: string) => chosen.has(name),
    /** With Shift held, all rows from the one that was pressed last. */
    choose(name: string, isChosen: boolean, isRange: boolean) {
      change(isRange ? range(shown, last, name) : [name], isChosen);
      setLast(name);
    },
    /** How much of the page is chosen. */
    page: shown.length > 0 && shown.every((name) => chosen.has(name)) ? true : chosen.size > 0 ? "mixed" : false,
    choosePage: (isChosen: boolean) => change(shown, isChosen),
    keep: (names: readonly string[]) => setChosen(new Set(names)),
  } as const;
}

export type Selection = ReturnType<typeof useSelection>;
