import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NetworkFailure, Refused } from "../../../data/api.ts";
import { rememberedDeletions, undoMilliseconds } from "../limits.ts";
import { deletions, slotOf } from "./deletions.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Deletions, with what was sent and forgotten. The server answers when `answer` is called. */
function made(isAway = (): boolean => false) {
  const sent: string[] = [];
  const forgotten: string[] = [];
  let { promise, resolve: answer, reject: fail } = Promise.withResolvers<void>();
  const all = deletions({
    send: (name) => {
      sent.push(name);
      ({ promise, resolve: answer, reject: fail } = Promise.withResolvers<void>());
      return promise;
    },
    forget: (name) => forgotten.push(name),
    isAway,
  });
  const isHidden = (name: string) => all.deleted().has(name);
  return { all, sent, forgotten, isHidden, answer: () => answer(), fail: (failure: Error) => fail(failure) };
}

it("hides a message at once, and deletes it once it is carried out, never twice", async () => {
  const { all, sent, forgotten, isHidden, answer } = made();
  const told = vi.fn();
  all.subscribe(told);
  const before = all.deleted();
  all.begin("a");
  expect([isHidden("a"), all.isGone("a"), sent]).toEqual([true, false, []]);
  expect(told).toHaveBeenCalledTimes(1);
  expect(all.deleted()).not.toBe(before);
  const done = all.carryOut("a");
  void all.carryOut("a");
  expect([all.isGone("a"), sent, forgotten]).toEqual([true, ["a"], ["a"]]);
  answer();
  await done;
  expect(isHidden("a")).toBe(true);
  expect(all.undo("a")).toBe(false);
});

it("deletes nothing that was undone, and each by itself", () => {
  const { all, sent, isHidden } = made();
  for (const name of ["a", "b", "c"]) all.begin(name);
  expect(all.undo("b")).toBe(true);
  expect(["a", "b", "c"].map(isHidden)).toEqual([true, false, true]);
  void all.carryOutAll();
  expect(sent).toEqual(["a", "c"]);
});

describe("a call that fails", () => {
  it("brings the message back", async () => {
    for (const failure of [new NetworkFailure("away"), new Refused({ status: 403, body: undefined })]) {
      const { all, isHidden, fail } = made();
      all.begin("a");
      const done = all.carryOut("a");
      fail(failure);
      await done;
      expect(isHidden("a")).toBe(false);
    }
  });

  it("does not if the message is not there any more, or an event has told of its deletion", async () => {
    const gone = made();
    gone.all.begin("a");
    const done = gone.all.carryOut("a");
    gone.fail(new Refused({ status: 404, body: undefined }));
    await done;
    expect(gone.isHidden("a")).toBe(true);

    const heard = made();
    heard.all.begin("a");
    const lost = heard.all.carryOut("a");
    heard.all.hear("a");
    heard.fail(new NetworkFailure("away"));
    await lost;
    expect(heard.isHidden("a")).toBe(true);
  });
});

it("waits no longer than a deletion can be undone for a user who is in another window", () => {
  let away = false;
  const { all, sent } = made(() => away);
  all.begin("a");
  vi.advanceTimersByTime(2 * undoMilliseconds);
  expect(sent).toEqual([]);
  away = true;
  vi.advanceTimersByTime(undoMilliseconds);
  expect(sent).toEqual(["a"]);
  vi.advanceTimersByTime(10 * undoMilliseconds);
  expect(sent).toEqual(["a"]);
});

it("ends what waits when somebody else has deleted the message", () => {
  const { all, sent } = made(() => true);
  all.begin("a");
  all.hear("a");
  expect(all.undo("a")).toBe(false);
  vi.advanceTimersByTime(2 * undoMilliseconds);
  expect(sent).toEqual([]);
  expect(all.isGone("a")).toBe(true);
});

it("remembers as many as the list can hold", () => {
  const { all, isHidden } = made();
  for (let no = 0; no <= rememberedDeletions; no += 1) all.hear(slotOf(String(no)));
  expect([isHidden(slotOf("0")), isHidden(slotOf("1"))]).toEqual([false, true]);
});
