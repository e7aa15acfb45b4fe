import { describe, expect, it } from "vitest";
import type { InboxItem } from "../../../data/inboxItem.ts";
import { toItem } from "../item.ts";
import { begin, emptyList, type ListState, type Load, receiveFailure, receiveLive, receivePage } from "./listState.ts";

/** Messages named from `from` down to `to`, as the server lists them: newest, which is highest, first. */
const down = (from: number, to: number): InboxItem[] =>
  Array.from({ length: from - to + 1 }, (_, step) => toItem({ name: String(from - step) }));
const names = ({ items }: ListState) => items.map(({ name }) => Number(name));
const after = (messages: ListState, load: Load, page: InboxItem[]) => receivePage(begin(messages, load), page);
const entered = (page: InboxItem[]) => after(emptyList, "first", page);

describe("pages", () => {
  it("a full page means that more may exist, a short or empty one is the end", () => {
    expect(entered(down(20, 1)).more).toBe(true);
    expect(entered(down(19, 1)).more).toBe(false);
    expect(after(entered(down(40, 21)), "more", []).more).toBe(false);
  });

  it("the next page goes below, each message once", () => {
    const messages = after(entered(down(40, 21)), "more", down(22, 3));
    expect(names(messages)).toEqual(down(40, 3).map(({ name }) => Number(name)));
    expect(messages.more).toBe(true);
  });

  it("a refresh starts over", () => {
    const messages = after(after(entered(down(40, 21)), "more", down(20, 1)), "refresh", down(41, 22));
    expect(names(messages)).toHaveLength(20);
    expect(messages.more).toBe(true);
  });
});

describe("live messages", () => {
  it("go to the top, once", () => {
    const messages = receiveLive(receiveLive(entered(down(2, 1)), [toItem({ name: "3" })]), [toItem({ name: "3" })]);
    expect(names(messages)).toEqual([3, 2, 1]);
  });

  describe("that lag behind what is listed", () => {
    const at = (minute: number) => toItem({ name: String(minute), creation: `2026-11-22T10:${minute}:00.000Z` });
    const minutes = (...given: number[]) => given.map(at);
    const [came, listed] = [minutes(11, 25, 35, 50), minutes(40, 30, 20)];

    it("are placed by their time", () => {
      expect(names(receiveLive(entered(listed), came))).toEqual([50, 40, 35, 30, 25, 20, 11]);
    });

    it("are left to a later page if they are older than what is listed", () => {
      expect(names(receiveLive({ ...entered(listed), more: true }, came))).toEqual([50, 40, 35, 30, 25, 20]);
      const page = Array.from({ length: 20 }, (_, step) => at(59 - step));
      const running = receiveLive(begin(emptyList, "first"), minutes(11, 45));
      expect(names(receivePage(running, page))).toEqual(names(entered(page)));
    });
  });

  it.each(["first", "refresh", "catchUp"] as const)(
    "stay in the list after the answer of a %s load that began before them",
    (load) => {
      const running = receiveLive(begin(entered(down(2, 1)), load), [toItem({ name: "3" })]);
      expect(names(receivePage(running, down(2, 1)))).toEqual([3, 2, 1]);
      expect(names(receivePage(running, down(3, 1)))).toEqual([3, 2, 1]);
    },
  );
});

it("a list at its limit drops its oldest messages for live ones, and can load them again", () => {
  const messages = receiveLive(entered(down(3, 1)), [toItem({ name: "4" }), toItem({ name: "5" })], 4);
  expect(names(messages)).toEqual([5, 4, 3, 2]);
  expect(messages.more).toBe(true);
});

it("a list keeps pages that its reader loads beyond its limit while mail comes, up to twice the limit", () => {
  const numbered = (from: number, to: number) => down(from, to).map(({ name }) => Number(name));
  const running = receiveLive(begin(entered(down(60, 41)), "more"), [toItem({ name: "61" })], 20);
  const loaded = receivePage(running, down(40, 21));
  expect(names(loaded)).toEqual(numbered(61, 21));
  expect(names(receiveLive(loaded, [toItem({ name: "62" })], 21))).toEqual(numbered(62, 22));
  expect(names(receiveLive(loaded, [toItem({ name: "62" })], 20))).toEqual(numbered(62, 23));
});

describe("catching up", () => {
  const two = after(entered(down(40, 21)), "more", down(20, 11));

  it("puts what was missed on top and keeps the older pages", () => {
    const messages = after(two, "catchUp", down(45, 26));
    expect(names(messages)).toEqual(down(45, 11).map(({ name }) => Number(name)));
    expect(messages.more).toBe(false);
  });

  it("starts over when more was missed than a page holds", () => {
    const messages = after(two, "catchUp", down(99, 80));
    expect(names(messages)).toEqual(down(99, 80).map(({ name }) => Number(name)));
    expect(messages.more).toBe(true);
  });

  it("drops deleted messages if the first page holds all that there are", () => {
    expect(names(after(two, "catchUp", down(12, 11)))).toEqual([12, 11]);
  });

  it("drops messages that were deleted within the first page, and keeps older ones", () => {
    const at = (second: number) => toItem({ name: String(second), creation: new Date(second * 1000).toISOString() });
    const from = (...seconds: number[]) => seconds.map(at);
    const listed = after(entered(down(60, 41).map(({ name }) => at(Number(name)))), "more", from(40, 39, 38));
    const page = down(62, 41).flatMap(({ name }) => (["55", "50"].includes(name) ? [] : [at(Number(name))]));
    expect(page).toHaveLength(20);
    expect(names(after(listed, "catchUp", page))).toEqual([...page.map(({ name }) => Number(name)), 40, 39, 38]);
  });

  it("fills an empty list", () => {
    const messages = after(entered([]), "catchUp", down(20, 1));
    expect(names(messages)).toHaveLength(20);
    expect(messages.more).toBe(true);
  });
});

describe("failures", () => {
  const listed = entered(down(20, 1));

  it("empty the list if there is no notice to show", () => {
    expect(receiveFailure(begin(listed, "refresh"), undefined)).toMatchObject({
      items: [],
      more: false,
      settled: true,
    });
  });

  it("keep the list and show the notice, if there is one", () => {
    expect(receiveFailure(begin(listed, "refresh"), "No connection")).toMatchObject({
      items: listed.items,
      notice: "No connection",
    });
  });

  it("of loading more keep the list, and mark it as stalled", () => {
    expect(receiveFailure(begin(listed, "more"), undefined)).toMatchObject({
      items: listed.items,
      more: true,
      stalled: true,
    });
  });
});
