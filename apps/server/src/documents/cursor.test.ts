import { expect, it } from "vitest";
import type { MemberContext } from "../context.ts";
import { answerWith, cursorAfter, pageOf, readCursor } from "./cursor.ts";

const whose = (company: string, key = "a secret") =>
  ({ secret: (purpose: string) => key + purpose, member: { company } }) as unknown as MemberContext;
const ours = whose("ours");
const mark = { at: new Date("2026-11-28T09:00:00.123Z"), key: "a@mayfly.test" };
const list = { of: "emails", is_active: true };
const refused = expect.objectContaining({ code: "invalid_cursor" });

it("leads back to where a page ended, for the same list of the same company alone (row Q09)", () => {
  const cursor = cursorAfter(ours, list, mark);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(readCursor(ours, list, cursor)).toEqual(mark);
  expect(readCursor(ours, list, undefined)).toBeUndefined();
  for (const other of [{ ...list, is_active: false }, { of: "emails" }, { of: "messages", is_active: true }]) {
    expect(() => readCursor(ours, other, cursor)).toThrow(refused);
  }
  expect(() => readCursor(whose("theirs"), list, cursor)).toThrow(refused);
  expect(() => readCursor(whose("ours", "another secret"), list, cursor)).toThrow(refused);
});

const written = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");
const [at, key, seal] = JSON.parse(Buffer.from(cursorAfter(ours, list, mark), "base64url").toString());

it.each([
  ["nothing", ""],
  ["what is not base 64", "\u00e4"],
  ["what is not JSON", Buffer.from("{").toString("base64url")],
  ["another shape", Buffer.from('{"at":1}').toString("base64url")],
  ["another instant", written("0000-01-01T00:00:00Z", key, seal)],
  ["another key", written(at, "b@mayfly.test", seal)],
  ["no seal", written(at, key, "")],
  ["a seal that was cut", written(at, key, seal.slice(1))],
])("refuses %s", (_what, cursor) => {
  expect(() => readCursor(ours, list, cursor)).toThrow(refused);
});

it("gives a cursor only when there is more", () => {
  const answer = (...rows: number[]) => {
    const page = pageOf(rows, 2, (row) => ({ at: new Date(row), key: `${row}` }));
    return answerWith(ours, { of: "l" }, page, String);
  };
  expect(answer(1, 2)).toEqual({ data: ["1", "2"], next_cursor: null });
  const { data, next_cursor } = answer(1, 2, 3);
  expect([data, readCursor(ours, { of: "l" }, next_cursor ?? "")]).toEqual([["1", "2"], { at: new Date(2), key: "2" }]);
});
