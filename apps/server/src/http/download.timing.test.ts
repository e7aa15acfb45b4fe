import { expect, it } from "vitest";
import { cpuTime } from "../testing/cpu_time.ts";
import { fileName } from "./download.ts";

it.each([
  ["dots", `a${".".repeat(1_000_000)}x.pdf`],
  ["marks to be put in order", `a${"\u0301".repeat(100_000)}${"\u0323".repeat(100_000)}.pdf`],
])("has the name of a file at once that is full of %s (threat 16)", (_what, given) => {
  const begin = cpuTime();
  expect(fileName(given)).toMatch(/^[^.].*\.pdf$/);
  expect(cpuTime() - begin).toBeLessThan(200);
});
