import { afterEach, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { outageMatrix } from "./outages.ts";
import { broken } from "./proof.ts";

afterEach(cleanUp);

it("puts callers off or serves them while something is away, says so once, and comes back (row Z15)", async () => {
  expect(broken(await outageMatrix({ isWhole: false }))).toEqual([]);
});
