import { expect, it } from "vitest";
import { schedule } from "./schedule.ts";

it("has a turn for everything within the hour, for a machine that is often off", () => {
  expect(schedule.filter(({ cron }) => !cron.endsWith(" * * * *"))).toEqual([]);
});
