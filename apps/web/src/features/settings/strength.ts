import { brokenRules } from "@mayfly/contracts";

export type Strength = "Weak" | "Medium" | "Strong";

/** By how many of the rules a password breaks (requirements H11 to H13). */
export function strengthOf(password: string): Strength {
  const broken = brokenRules(password).length;
  if (broken === 0) return "Strong";
  return broken <= 2 ? "Medium" : "Weak";
}
