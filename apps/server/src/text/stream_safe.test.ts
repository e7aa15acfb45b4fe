import { expect, it } from "vitest";
import { streamSafe } from "./stream_safe.ts";

it("keeps text as languages and emoji have it", () => {
  for (const text of ["plain", "Việt Nam", "नमस्ते", "👩‍👩‍👧", "ｶﾞｷﾞ", `a${"\u0301".repeat(30)}`]) {
    expect(streamSafe(text)).toBe(text);
  }
});

it("cuts each run of marks after 30, also of what only becomes a mark", () => {
  for (const mark of ["\u0301", "\u0327", "\uff9e", "\u{1d165}"]) {
    expect(streamSafe(`a${mark.repeat(500)}b${mark.repeat(31)}`)).toBe(`a${mark.repeat(30)}b${mark.repeat(30)}`);
  }
});
