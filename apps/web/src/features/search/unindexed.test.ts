import { expect, it } from "vitest";
import { unindexedText } from "./unindexed.ts";

it("says up to when mail is found, with the year if it is another one", () => {
  const now = new Date(2026, 10, 30, 15, 0);
  const said = (at: Date) => unindexedText(at.toISOString(), now);
  expect(said(new Date(2026, 10, 30, 14, 5))).toBe(
    "Mail that arrived after 14:05 on 30 November is still being indexed.",
  );
  expect(said(new Date(2025, 0, 2, 9, 30))).toBe(
    "Mail that arrived after 09:30 on 2 January 2025 is still being indexed.",
  );
  expect(said(new Date(0))).toBe("All mail is being indexed. Until then, only the newest emails are found.");
});
