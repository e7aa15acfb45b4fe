import { useLayoutEffect } from "react";
import { dialogIsOpen } from "../../ui/dialogIsOpen.ts";
import { playKey } from "./playKey.ts";

/** Keys that are kept at most. */
const most = 50;
const named = /^(?:Backspace|Enter|Arrow(?:Up|Down|Left|Right)|Home|End|Tab)$/;

/** Not one that opens by itself: what the user is typing is not meant for it. */
const isLoading = () => document.querySelector("[data-opening]:not([data-unasked] *)") !== null;
const isInDialog = (target: unknown) => target instanceof Element && target.closest('[role="dialog"]') !== null;

/**
 * Keeps what is pressed from when a dialog is asked for until it has the focus, and plays it there: nothing of a text that
 * is typed right after a shortcut is lost, or is a shortcut of the page.
 */
export function useEarlyKeys() {
  useLayoutEffect(() => {
    let kept: KeyboardEvent[] = [];
    // What follows a Tab is meant for another field.
    let isPastField = false;
    const drop = () => {
      kept = [];
      isPastField = false;
    };
    const keep = (event: KeyboardEvent) => {
      // It is drawn a moment before it has the focus.
      const isDrawn = kept.length > 0 && dialogIsOpen() && !isInDialog(document.activeElement);
      if (!isLoading() && !isDrawn) return drop();
      const { key, ctrlKey, metaKey, altKey } = event;
      const isText = key.length === 1 && (event.getModifierState("AltGraph") || !(ctrlKey || metaKey || altKey));
      if (!isText && !named.test(key)) return;
      event.preventDefault();
      event.stopPropagation();
      isPastField ||= key === "Tab";
      // The key that has opened the dialog may still be held.
      const isHeld = key === "Enter" && event.repeat;
      if (!isPastField && !isHeld && kept.length < most) kept.push(event);
    };
    const play = ({ target }: FocusEvent) => {
      if (!isInDialog(target)) return;
      const keys = kept;
      drop();
      // Not within the effect that has moved the focus, where flushSync cannot draw.
      queueMicrotask(() => keys.forEach(playKey));
    };
    // Whoever takes the pointer has given up what is loading.
    window.addEventListener("pointerdown", drop, true);
    window.addEventListener("keydown", keep, true);
    document.addEventListener("focusin", play);
    return () => {
      window.removeEventListener("pointerdown", drop, true);
      window.removeEventListener("keydown", keep, true);
      document.removeEventListener("focusin", play);
    };
  }, []);
}
