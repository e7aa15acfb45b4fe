import { expect, it } from "vitest";
import { stored } from "./stored.ts";

it("keeps a text in memory for all callers if storage is barred", () => {
  const barred = () => {
    throw new Error("barred");
  };
  stored("key", barred).write("text");
  expect([stored("key", barred).read(), stored("another", barred).read()]).toEqual(["text", null]);
  stored("key", barred).write(null);
  expect(stored("key", barred).read()).toBeNull();
});

it("keeps a text in memory in place of the stored one while storage is full", () => {
  const kept = new Map([["theme", "light"]]);
  let full = true;
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      if (full) throw new Error("full");
      kept.set(key, text);
    },
    removeItem: (key: string) => kept.delete(key),
  } as Partial<Storage> as Storage;
  const theme = stored("theme", () => storage);
  theme.write("system");
  expect(theme.read()).toBe("system");
  full = false;
  theme.write("dark");
  kept.set("theme", "chosen in another tab");
  expect(theme.read()).toBe("chosen in another tab");
  full = true;
  theme.write("light");
  theme.write(null);
  expect(theme.read()).toBeNull();
});
