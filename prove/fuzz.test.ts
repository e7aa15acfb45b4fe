import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { run } from "./fuzz.ts";
import { broken } from "./proof.ts";

afterAll(cleanUp);

it("answers random requests and mail, and never with a fault of its own (threats 16, 17, 48, 49)", async () => {
  expect(broken(await run(["--seconds", "4"]))).toEqual([]);
});
