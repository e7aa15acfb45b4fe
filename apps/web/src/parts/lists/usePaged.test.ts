import { expect, it } from "vitest";
import { lastPage, pagesOf, sizingOf, summaryOf } from "./usePaged.ts";
import { pageOf } from "./usePageSize.ts";

const size = 5;

it.each([
  [{ page: 2, length: 2, count: 7 }, 2, "Showing 6 to 7 of 7 rows"],
  [{ page: 1, length: 5, count: 1001 }, 201, "Showing 1 to 5 of 1001 rows"],
  [{ page: 201, length: 1, count: 1001 }, 201, "Showing 1001 to 1001 of 1001 rows"],
  [{ page: 201, length: 5, count: 1001 }, 202, "Showing 1001 to 1005 of 1001+ rows"],
  [{ page: 202, length: 3, count: 1001 }, 202, "Showing 1006 to 1008 of 1001+ rows"],
  [{ page: 1, length: 1, count: 1 }, 1, "Showing 1 to 1 of 1 row"],
  [{ page: 203, length: 0, count: 1001 }, 201, ""],
  [{ page: 1, length: 0, count: 0 }, 0, ""],
])('for %j there are %i pages, and the summary is "%s" (D13, P100)', (these, pages, summary) => {
  expect(pagesOf({ ...these, size })).toBe(pages);
  expect(summaryOf({ ...these, size, rows: "rows" })).toBe(summary);
});

it.each([
  ["the last page has lost its last row", { page: 3, count: 10 }, 3, 2],
  ["there is none any more", { page: 2, count: 0 }, 2, 1],
  ["the last row that is counted lies far behind", { page: 206, count: 1001 }, 205, 205],
  ["a page far out was asked for", { page: 999, count: 1001 }, 1, 201],
  ["that page was the furthest", { page: 206, count: 1001 }, 206, 205],
])("leads back to the last known page when %s", (_, { page, count }, furthest, last) => {
  expect(lastPage({ page, count, size }, furthest)).toBe(last);
});

it("leads to the page with the same first row when pages get longer or shorter", () => {
  expect(pageOf(1, 5, 25)).toBe(1);
  expect(pageOf(8, 5, 25)).toBe(2);
  expect(pageOf(2, 25, 5)).toBe(6);
});

it("offers a choice only for what does not fit the shortest page", () => {
  const sizes = [5, 25];
  expect(sizingOf({ sizes, size: 25, count: 5 }, () => {})).toBeUndefined();
  expect(sizingOf({ sizes, size: 25, count: 6 }, () => {})).toMatchObject({ sizes, size: 25 });
});
