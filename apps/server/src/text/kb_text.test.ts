import { expect, it } from "vitest";
import { kbText } from "./kb_text.ts";

it.each([
  [0, "0 kB"],
  [999, "999 kB"],
  [1_000, "1 MB"],
  [500_000, "500 MB"],
  [1_550_000, "1.6 GB"],
  [10_000_000, "10 GB"],
  [2_147_483_647, "2.1 TB"],
])("says %d kB as %s", (kb, words) => {
  expect(kbText(kb)).toBe(words);
});
