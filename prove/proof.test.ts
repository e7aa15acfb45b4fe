import { expect, it, vi } from "vitest";
import { printProof } from "./proof.ts";

it("prints each count with its whole bound and whether it holds", () => {
  using log = vi.spyOn(console, "log").mockReturnValue();
  const bounds = [{}, { below: 1 }, { atLeast: 0, below: 1 }, { atLeast: 50, below: 51 }, { below: 51 }];
  const counts = [...bounds, { atLeast: 50 }, { atLeast: 0.5, below: 1.2 }].map((bound) => ({
    what: "so many",
    value: 1,
    ...bound,
  }));
  expect(printProof("title", counts)).toBe(false);
  expect(log.mock.calls.flat().slice(1)).toEqual([
    "        so many: 1",
    "BROKEN  so many: 1, none wanted",
    "BROKEN  so many: 1, none wanted",
    "BROKEN  so many: 1, exactly 50 wanted",
    "holds   so many: 1, below 51 wanted",
    "BROKEN  so many: 1, at least 50 wanted",
    "holds   so many: 1, at least 0.5, below 1.2 wanted",
  ]);
});
