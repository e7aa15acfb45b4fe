import { describe, expect, it, vi } from "vitest";
import { NetworkFailure, Refused } from "../../../data/api.ts";
import type { InboxItem } from "../../../data/inboxItem.ts";
import { toItem } from "../item.ts";
import { isRefreshing } from "./listState.ts";
import { listStore } from "./listStore.ts";

/** A server that holds `count` messages and lists them newest first. */
const server = (count: number) => {
  const starts: number[] = [];
  const state = { count, starts };
  const fetchPage = async (start: number): Promise<InboxItem[]> => {
    starts.push(start);
    const from = state.count - start;
    const numbers = Array.from({ length: Math.max(0, Math.min(20, from)) }, (_, step) => from - step);
    return numbers.map((number) => toItem({ name: String(number) }));
  };
  return Object.assign(state, { fetchPage });
};

it("loads page after page until the end, and then requests no more", async () => {
  const { starts, fetchPage } = server(45);
  const store = listStore(fetchPage);
  await store.enter();
  await store.more();
  await store.more();
  await store.more();
  expect(starts).toEqual([0, 20, 40]);
  expect(store.state().items).toHaveLength(45);
});

it("counts live messages as loaded when it requests the next page", async () => {
  const mail = server(40);
  const store = listStore(mail.fetchPage);
  await store.enter();
  mail.count = 41;
  store.receive([toItem({ name: "41" })]);
  await store.more();
  expect(mail.starts).toEqual([0, 21]);
  expect(new Set(store.state().items.map(({ name }) => name)).size).toBe(41);
});

it("never runs two loads at once; a refresh waits for its turn", async () => {
  const mail = server(45);
  const store = listStore(mail.fetchPage);
  const entry = store.enter();
  void store.enter();
  void store.more();
  void store.catchUp();
  void store.refresh();
  expect(mail.starts).toEqual([0]);
  await entry;
  expect(mail.starts).toEqual([0, 0]);
});

it("counts as refreshing from the request until the refresh is over, also while it waits for another load", async () => {
  const store = listStore(async () => [], [toItem({ name: "1" })]);
  await store.catchUp();
  const seen: unknown[] = [];
  store.subscribe(() => seen.push([store.state().loading, isRefreshing(store.state())]));
  const catchUp = store.catchUp();
  void store.refresh();
  await catchUp;
  expect(seen).toEqual([
    ["catchUp", false],
    ["catchUp", true],
    [undefined, true],
    ["refresh", true],
    [undefined, false],
  ]);
});

it("catches up when the next page brings nothing new", async () => {
  const mail = server(20);
  const store = listStore(mail.fetchPage);
  await store.enter();
  mail.count = 40;
  await store.more();
  expect(mail.starts).toEqual([0, 20, 0]);
  expect(store.state().items[0]?.name).toBe("40");
});

it("empties a list that it was given if the first load fails without a text for the user (I72)", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const fetchPage = vi
    .fn<() => Promise<InboxItem[]>>()
    .mockRejectedValue(new Refused({ status: 500, body: { message: "foo" } }));
  const store = listStore(fetchPage, [toItem({ name: "1" })]);
  await store.enter();
  expect(fetchPage).not.toHaveBeenCalled();
  await store.catchUp();
  expect(store.state()).toMatchObject({ notice: undefined, items: [] });
});

it("returns the live messages that are new in the list", () => {
  const store = listStore(async () => [], [toItem({ name: "1" })]);
  expect(store.receive([toItem({ name: "1" }), toItem({ name: "2" })]).map(({ name }) => name)).toEqual(["2"]);
});

it("shows a notice if a load fails, and clears it after a refresh", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const fetchPage = vi
    .fn<() => Promise<InboxItem[]>>()
    .mockRejectedValueOnce(new NetworkFailure("away"))
    .mockResolvedValue([]);
  const store = listStore(fetchPage);
  await store.enter();
  expect(store.state().notice).toBe("Network error: Unable to connect to server");
  await store.refresh();
  expect(store.state()).toMatchObject({ notice: undefined, settled: true, items: [] });
});

it("loads a page that is asked for by hand once the load before it is over", async () => {
  const { starts, fetchPage } = server(45);
  const store = listStore(fetchPage);
  await store.enter();
  void store.refresh();
  await store.moreByHand();
  expect(starts).toEqual([0, 0, 20]);
});

describe("deletions", () => {
  it("keep a message in its place until it is gone, and count it as long as the server lists it", async () => {
    const mail = server(45);
    const store = listStore(mail.fetchPage, undefined, (name) => name === "44");
    await store.enter();
    await store.more();
    expect(mail.starts).toEqual([0, 19]);
    expect(store.state().items).toHaveLength(39);
    expect(store.state().items[0]?.name).toBe("45");
  });

  it("have a page loaded anew if they moved a message out of it while it loaded", async () => {
    const names = Array.from({ length: 45 }, (_, at) => String(45 - at));
    const gone = new Set<string>();
    const starts: number[] = [];
    const store = listStore(
      async (start) => {
        starts.push(start);
        // The server has deleted the newest message before it reads the second page.
        if (start === 20) gone.add(names.shift() ?? "");
        return names.slice(start, start + 20).map((name) => toItem({ name }));
      },
      undefined,
      (name) => gone.has(name),
    );
    await store.enter();
    await store.more();
    expect(starts).toEqual([0, 20, 19]);
    expect(store.state().items.map(({ name }) => Number(name))).toEqual(Array.from({ length: 40 }, (_, at) => 45 - at));
  });
});
