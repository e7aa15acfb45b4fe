import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { broken } from "./proof.ts";
import { run } from "./smtp.ts";

afterAll(cleanUp);

it("serves others while clients flood, drip, never read, break off and try to relay (threats 4 to 12)", async () => {
  expect(broken(await run(["--connections", "300", "--clients", "5", "--megabytes", "2", "--seconds", "4"]))).toEqual(
    [],
  );
});
