import { useSyncExternalStore } from "react";
import { stored } from "../ui/stored.ts";
import { storedUser } from "./session.ts";

/**
 * A list of words that this browser remembers for each user: another user of the browser neither sees nor changes it.
 * @param key without the user
 */
export function rememberedWords(key: string) {
  const listeners = new Set<() => void>();
  const mine = () => stored(`${key} ${storedUser()?.name ?? ""}`);
  const text = () => mine().read() ?? "";
  const words = (from: string) => from.split(" ").filter((word) => word !== "");
  function subscribe(listener: () => void) {
    listeners.add(listener);
    // Another tab may change it.
    addEventListener("storage", listener);
    return () => {
      listeners.delete(listener);
      removeEventListener("storage", listener);
    };
  }
  return {
    read: () => words(text()),
    write(next: readonly string[]) {
      mine().write(next.join(" "));
      for (const listener of listeners) listener();
    },
    useWords: () => words(useSyncExternalStore(subscribe, text, () => "")),
  };
}
