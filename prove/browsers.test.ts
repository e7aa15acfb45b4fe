import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { startMayfly } from "../bench/mayfly.ts";
import { walkThrough } from "./browser_walk.ts";
import { startChromium } from "./chromium.ts";
import { broken } from "./proof.ts";

afterAll(cleanUp);

it("goes through the product in a browser, where no hostile mail runs anything (row Y17)", async () => {
  // The other engines are not on every machine.
  expect(broken(await walkThrough(await startChromium(), await startMayfly("browsers"), 1))).toEqual([]);
});
