import { useId } from "react";
import { dismiss } from "../../ui/toasts.ts";
import { raise } from "../toasts/raise.ts";

/** The failure of a form that a toast tells (requirements B19 to B21, D63, E19), instead of the one before. Undefined removes it. */
export function useRaised(): (text: string | undefined) => void {
  const slot = useId();
  return (text) => {
    if (text === undefined) dismiss(slot);
    else raise(text, slot);
  };
}
