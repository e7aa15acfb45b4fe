import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { broken } from "./proof.ts";
import { run } from "./races.ts";

afterAll(cleanUp);

it("grants exactly what limits allow to forty concurrent calls to two processes (threats 33 to 36, 41, 42)", async () => {
  expect(broken(await run(["--rounds", "1", "--calls", "40"]))).toEqual([]);
});
