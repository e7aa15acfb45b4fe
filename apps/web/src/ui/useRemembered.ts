import { useState } from "react";
import { stored } from "./stored.ts";

/** A yes or no that this browser remembers under `key`. */
export function useRemembered(key: string): [boolean, (value: boolean) => void] {
  const [answer] = useState(() => stored(key));
  const [value, setValue] = useState(() => answer.read() === "1");
  return [
    value,
    (next) => {
      setValue(next);
      answer.write(next ? "1" : "0");
    },
  ];
}
