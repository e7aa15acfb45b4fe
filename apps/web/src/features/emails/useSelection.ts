import { useState } from "react";

/** Addresses that are chosen, on whatever page of the list they are. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return {
    names: [...chosen],
    has: (name: string) => chosen.has(name),
    choose(name: string, isChosen: boolean) {
      const next = new Set(chosen);
      if (isChosen) next.add(name);
      else next.delete(name);
      setChosen(next);
    },
    keep: (names: readonly string[]) => setChosen(new Set(names)),
  };
}

export type Selection = ReturnType<typeof useSelection>;
