import { expect, it } from "vitest";
import { failingAfter, Pace, paces } from "./pace.ts";

const one = (no: number, host = "hooks.example.com") => ({
  company: "a",
  webhook: `${host} ${no}`,
  url: `https://${host}/${no}`,
});
/** How many attempts are let through at an instant, of so many webhooks in turn. */
const begun = (pace: Pace, now: number, webhooks: number, wanted: number, host?: string) =>
  Array.from({ length: wanted }, (_, no) => pace.begin(one(no % webhooks, host), now)).filter(Boolean).length;

it("lets a host have one pace, however many webhooks, paths and ports lead there (threat 43)", () => {
  const pace = new Pace();
  expect(begun(pace, 0, 60, 2_000)).toBe(paces.all.atOnce);
  expect(pace.begin({ company: "a", webhook: "port", url: "http://hooks.example.com.:8080/" }, 0)).toBe(false);
  expect(begun(pace, 1_000, 60, 2_000)).toBe(paces.all.perSecond);
  // Others are not touched: neither the same host for another company, nor another host.
  expect(pace.begin({ ...one(1), company: "b", webhook: "b" }, 1_000)).toBe(true);
  expect(begun(pace, 1_000, 60, 2_000, "b.example")).toBe(paces.all.atOnce);
});

it("lets webhooks that only fail share a low pace, beside those of the host that work", () => {
  const pace = new Pace();
  for (let no = 0; no < 60; no += 1)
    for (let failed = 0; failed < failingAfter; failed += 1) pace.learn(one(no).webhook, false);
  expect(begun(pace, 0, 60, 500)).toBe(paces.failing.atOnce);
  expect(begun(pace, 1_000, 60, 500)).toBe(paces.failing.perSecond);
  expect(pace.begin({ ...one(60) }, 1_000)).toBe(true);
  pace.learn(one(3).webhook, true);
  expect(pace.begin(one(3), 1_000)).toBe(true);
  pace.learn(one(3).webhook, false);
  expect(pace.begin(one(3), 1_000)).toBe(true);
});

it("names the webhooks that are to wait, as long as they are", () => {
  const pace = new Pace();
  begun(pace, 0, 2, 2_000);
  expect(pace.waiting(0)).toEqual([one(0).webhook, one(1).webhook]);
  expect(pace.left(one(0).webhook, 0)).toBe(0);
  expect(pace.waiting(100)).toEqual([]);
  expect(pace.left(one(0).webhook, 100)).toBe(paces.all.perSecond / 10);
  expect(pace.left("unknown", 0)).toBe(Number.POSITIVE_INFINITY);
});
