import { dialogIsOpen } from "../../ui/dialogIsOpen.ts";
import { useKeydown } from "../../ui/useKeydown.ts";

/** A key, as KeyboardEvent.key names it, and its action, which returns false to leave the key to the browser. */
export type Keys = readonly (readonly [key: string, action: (event: KeyboardEvent) => boolean])[];

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");

/** Single keys for the whole screen, except behind a dialog. In a text field, only keys that type no character. */
export function useKeys(keys: Keys) {
  useKeydown((event) => {
    if (event.defaultPrevented || event.metaKey || event.isComposing) return;
    // Some layouts have this character on AltGr or Option.
    if ((event.ctrlKey || event.altKey) && !(event.altKey && event.key === "#")) return;
    if (dialogIsOpen()) return;
    if (typing(event.target) && event.key.length === 1) return;
    const action = keys.find(([key]) => key === event.key)?.[1];
    if (action?.(event) === true) event.preventDefault();
  });
}
