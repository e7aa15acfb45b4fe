import { useSyncExternalStore } from "react";
import { stored } from "../ui/stored.ts";

/** What a new company does first (row Y07). The two that the server does not know are remembered in this browser. */
export type FirstStep = "begun" | "mailed" | "copied" | "over";

const kept = stored("first-steps");
const listeners = new Set<() => void>();

const read = () => kept.read() ?? "";

export function noteFirstStep(step: FirstStep) {
  const steps = read().split(" ");
  // Whoever has not begun with an empty dashboard needs no first steps.
  if (steps.includes(step) || (step !== "begun" && !steps.includes("begun"))) return;
  kept.write([...steps, step].join(" ").trim());
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  // The code may be copied in another tab.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function useFirstSteps(): ReadonlySet<string> {
  const steps = useSyncExternalStore(subscribe, read, () => "");
  return new Set(steps.split(" "));
}
