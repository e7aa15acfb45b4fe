import { useEffectEvent, useLayoutEffect } from "react";
import { playKey } from "./playKey.ts";

/** Keys that are kept at most. */
const most = 50;
const named = /^(?:Backspace|Enter|Arrow(?:Up|Down|Left|Right)|Home|End|Tab|Escape)$/;

const isInDialog = (target: unknown) => target instanceof Element && target.closest('[role="dialog"]') !== null;

/**
 * Keeps what is pressed from when a dialog is asked for until it has the focus, and plays it there: nothing of a text that
 * is typed right after a shortcut is lost, or is a shortcut of the page. Escape takes the dialog back.
 */
export function useEarlyKeys(opening: boolean, close: () => void) {
  const leave = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!opening || isInDialog(document.activeElement)) return;
    const kept: KeyboardEvent[] = [];
    // What follows a Tab is meant for another field.
    let isPastField = false;
    const keep = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const isText = key.length === 1 && (event.getModifierState("AltGraph") || !(ctrlKey || metaKey || altKey));
      if (!isText && !named.test(key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === "Escape") return leave();
      isPastField ||= key === "Tab";
      // The key that has opened the dialog may still be held.
      const isHeld = key === "Enter" && event.repeat;
      if (!isPastField && !isHeld && kept.length < most) kept.push(event);
    };
    const stop = () => {
      window.removeEventListener("keydown", keep, true);
      document.removeEventListener("focusin", play);
    };
    const play = ({ target }: FocusEvent) => {
      if (!isInDialog(target)) return;
      stop();
      // Not within the effect that has moved the focus, where flushSync cannot draw.
      queueMicrotask(() => kept.forEach(playKey));
    };
    window.addEventListener("keydown", keep, true);
    document.addEventListener("focusin", play);
    return stop;
  }, [opening]);
}
