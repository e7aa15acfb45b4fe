import { writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { readSecretKey } from "./secret_key.ts";

it("takes the key that another process makes at the same moment", async () => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), "mayfly-key-"));
  const key = readSecretKey({ SECRET_KEY: undefined, DATA_DIR });
  // It has found none, and has yet to write its own.
  writeFileSync(path.join(DATA_DIR, "secret-key"), "of another process, 32 letters long");
  expect(await key).toBe("of another process, 32 letters long");
  expect(await readdir(DATA_DIR)).toEqual(["secret-key"]);
  await rm(DATA_DIR, { recursive: true });
});
