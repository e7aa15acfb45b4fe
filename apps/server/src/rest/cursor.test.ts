import { expect, it } from "vitest";
import { cursorAfter, pageOf, readCursor } from "./cursor.ts";

const mark = { at: new Date("2026-11-28T09:00:00.123Z"), key: "a@mayfly.test" };

it("leads back to where a page ended, for the same list alone (row Q09)", () => {
  const cursor = cursorAfter(["emails", true], mark);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(readCursor(["emails", true], cursor)).toEqual(mark);
  expect(readCursor(["emails", true], undefined)).toBeUndefined();
  for (const list of [["emails", false], ["emails"], ["messages", true]]) {
    expect(() => readCursor(list, cursor)).toThrow(expect.objectContaining({ code: "invalid_cursor" }));
  }
});

it.each([
  ["nothing", ""],
  ["what is not base 64", "ä"],
  ["what is not JSON", Buffer.from("{").toString("base64url")],
  ["another shape", Buffer.from('{"at":1}').toString("base64url")],
  ["no instant", Buffer.from(JSON.stringify(["x", "yesterday", "k"])).toString("base64url")],
  ["a NUL", cursorAfter(["emails"], { ...mark, key: "a\0" })],
])("refuses %s", (_what, cursor) => {
  expect(() => readCursor(["emails"], cursor)).toThrow(expect.objectContaining({ code: "invalid_cursor" }));
});

it("gives a cursor only when there is more", () => {
  const options = { limit: 2, list: ["l"], markOf: (row: number) => ({ at: new Date(row), key: `${row}` }) };
  expect(pageOf([1, 2], options, String)).toEqual({ data: ["1", "2"], next_cursor: null });
  const { data, next_cursor } = pageOf([1, 2, 3], options, String);
  expect([data, readCursor(["l"], next_cursor ?? "")]).toEqual([["1", "2"], { at: new Date(2), key: "2" }]);
});
