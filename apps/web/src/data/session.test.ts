import { afterEach, describe, expect, it, vi } from "vitest";
import {
  arrive,
  beforeLogout,
  beginSession,
  destination,
  endSession,
  enterSession,
  isLeaving,
  noticeStay,
  sessionPhase,
} from "./session.ts";

describe("the phase of a session", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
    enterSession();
  });
  const answering = (answer: () => Promise<Response>) => {
    const fetch = vi.fn(answer);
    vi.stubGlobal("fetch", fetch);
    return fetch;
  };

  it("begins with a login, until the first page has been shown", () => {
    beginSession({ name: "ada@a.example", full_name: "Ada", email: "ada@a.example" });
    expect([sessionPhase(), isLeaving()]).toEqual(["arriving", false]);
    enterSession();
    expect(sessionPhase()).toBe("arriving");
    arrive();
    arrive();
    expect(sessionPhase()).toBe("there");
  });

  it("ends once, whatever is pressed meanwhile, and after what must be finished", async () => {
    const fetch = answering(async () => Response.json({}));
    const done: string[] = [];
    const end = beforeLogout(async () => void done.push(`finished before ${fetch.mock.calls.length} calls`));
    beforeLogout(async () => void done.push("not asked for any more"))();
    expect(await Promise.all([endSession(), endSession()])).toEqual([true, false]);
    expect([sessionPhase(), isLeaving(), fetch.mock.calls.length]).toEqual(["leaving", true, 1]);
    expect(done).toEqual(["finished before 0 calls"]);
    end();
    enterSession();
    expect(sessionPhase()).toBe("there");
  });

  it("is known to stay when the logout has failed, until the login screen has seen it", async () => {
    answering(() => Promise.reject(new TypeError("away")));
    expect(await endSession()).toBe(true);
    expect([sessionPhase(), isLeaving()]).toEqual(["staying", true]);
    noticeStay();
    expect([sessionPhase(), isLeaving()]).toEqual(["leaving", true]);
    enterSession();
    expect(isLeaving()).toBe(false);
  });

  it("ends although what must be finished never is", async () => {
    vi.useFakeTimers();
    const fetch = answering(async () => Response.json({}));
    const end = beforeLogout(() => new Promise(() => {}));
    const ended = endSession();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(fetch).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await ended).toBe(true);
    expect(fetch).toHaveBeenCalledOnce();
    end();
  });
});

describe("destination", () => {
  it("is the wanted path if it is one of this app", () => {
    expect(destination({ wanted: "/inbox?email=a%40b.test" })).toBe("/inbox?email=a%40b.test");
  });

  it.each([
    null,
    undefined,
    {},
    { wanted: 1 },
    { wanted: "" },
    { wanted: "https://evil.test" },
    { wanted: "//evil.test" },
    { wanted: "/\\evil.test" },
  ])("is the dashboard for %j", (state) => {
    expect(destination(state)).toBe("/dashboard");
  });
});
