import { useState } from "react";

/** A yes or no that this browser remembers under `key`. */
export function useRemembered(key: string): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    try {
      return localStorage.getItem(key) === "1";
    } catch {
      return false;
    }
  });
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(key, next ? "1" : "0");
      } catch {
        // Storage is barred: it lasts as long as the screen.
      }
    },
  ];
}
