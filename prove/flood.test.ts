import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { run } from "./flood.ts";
import { broken } from "./proof.ts";

afterAll(cleanUp);

it("keeps little of a flood of names that nobody has, and takes mail meanwhile (row R08)", async () => {
  expect(broken(await run(["--tries", "4000", "--connections", "10", "--warm", "1"]))).toEqual([]);
});
