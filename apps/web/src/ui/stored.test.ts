import { expect, it } from "vitest";
import { stored } from "./stored.ts";

it("where storage is barred a text lasts as long as the page, whoever asks for it", () => {
  const barred = () => {
    throw new Error("barred");
  };
  stored("key", barred).write("text");
  expect([stored("key", barred).read(), stored("another", barred).read()]).toEqual(["text", null]);
  stored("key", barred).write(null);
  expect(stored("key", barred).read()).toBeNull();
});
