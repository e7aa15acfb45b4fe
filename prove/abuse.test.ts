import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { run } from "./abuse.ts";
import { broken } from "./proof.ts";

afterAll(cleanUp);

it("gives a free account, or none, nothing that is not meant for it", async () => {
  expect(broken(await run(["--calls", "60"]))).toEqual([]);
});
