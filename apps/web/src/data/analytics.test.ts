import { expect, it } from "vitest";
import { surroundings } from "./analytics.ts";

it.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ["desktop", "Chrome", "Linux"],
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    ["desktop", "Edge", "Windows"],
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    ["mobile", "Safari", "iOS"],
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ["tablet", "Chrome", "Android"],
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0",
    ["desktop", "Firefox", "macOS"],
  ],
  ["", ["desktop", "other", "other"]],
])("derives device, browser and platform from the user agent %s (N03)", (agent, [device, browser, platform]) => {
  expect(surroundings(agent)).toEqual({ device, browser, platform });
});
