import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { run } from "./faults.ts";
import { broken } from "./proof.ts";

afterAll(cleanUp);

it("loses nothing that it has acknowledged, whatever is killed", async () => {
  expect(broken(await run(["--kills", "2"]))).toEqual([]);
}, 60_000);
