import { expect, it } from "vitest";
import { planLimitTexts } from "./texts.ts";

it.each([
  [null, "Never"],
  [86_400, "24 hours"],
  [3600, "1 hour"],
  [7200, "2 hours"],
  [129_600, "36 hours"],
  [604_800, "7 days"],
  [300, "5 min"],
  [90, "90 s"],
])("shows a plan's fixed lifetime of an address: %j seconds are %s (P07)", (seconds, text) => {
  expect(planLimitTexts.fixedExpiry(seconds)).toBe(text);
});
