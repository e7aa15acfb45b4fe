import { describe, expect, it } from "vitest";
import { pageButtons } from "./pageButtons.ts";

describe("pageButtons", () => {
  it.each([
    [1, 8, [1, 2, 3, 4, 5]],
    [3, 8, [1, 2, 3, 4, 5]],
    [4, 8, [2, 3, 4, 5, 6]],
    [6, 8, [4, 5, 6, 7, 8]],
    [8, 8, [4, 5, 6, 7, 8]],
    [2, 3, [1, 2, 3]],
    [1, 1, [1]],
    [1, 0, []],
  ])("on page %i of %i offers %j (D10, D11, G55)", (page, pages, buttons) => {
    expect(pageButtons(page, pages)).toEqual(buttons);
  });
});
