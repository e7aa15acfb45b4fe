import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { broken } from "./proof.ts";
import { run } from "./smtp.ts";

afterAll(cleanUp);

it("serves others while clients flood, drip, never read, break off and try to relay (threats 4 to 12)", async () => {
  expect(broken(await run(["--connections", "300", "--clients", "10", "--megabytes", "4", "--seconds", "3"]))).toEqual(
    [],
  );
}, 120_000);
