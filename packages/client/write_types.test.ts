import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { typesOfApi } from "./write_types.ts";

it("has the types of the REST API as it is: `npm run fix` writes them anew (row S01)", async () => {
  const written = readFileSync(path.join(import.meta.dirname, "src/openapi.ts"), "utf8");
  expect(written === (await typesOfApi())).toBe(true);
});
