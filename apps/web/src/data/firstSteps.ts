import { rememberedWords } from "./remembered.ts";

/** What a new company does first (row Y07), as far as the server does not know it. */
type FirstStep = "begun" | "mailed" | "copied" | "over";

const steps = rememberedWords("first-steps");

export function noteFirstStep(step: FirstStep) {
  const known = steps.read();
  // Whoever has not begun with an empty dashboard needs no first steps.
  if (!known.includes(step) && (step === "begun" || known.includes("begun"))) steps.write([...known, step]);
}

export const useFirstSteps = (): ReadonlySet<string> => new Set(steps.useWords());
