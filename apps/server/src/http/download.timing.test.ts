import { expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../testing/cpu_time.ts";
import { fileName } from "./download.ts";

it.each([
  ["dots", `a${".".repeat(1_000_000)}x.pdf`],
  ["marks to be put in order", `a${"\u0301".repeat(100_000)}${"\u0323".repeat(100_000)}.pdf`],
])("cleans a long file name full of %s quickly (threat 16)", (_what, given) => {
  const begin = cpuTime();
  expect(fileName(given)).toMatch(/^[^.].*\.pdf$/);
  expect(usualTimeSince(begin)).toBeLessThan(200);
});
