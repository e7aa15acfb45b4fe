import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { makeDataFolder } from "./data_folder.ts";
import { StartError } from "./start_error.ts";

it("creates the data folder with its parents, even in concurrent calls, and refuses a path with a file in it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "mayfly-folder-"));
  for (let round = 0; round < 20; round += 1) {
    const deep = path.join(folder, String(round), "a", "b");
    await Promise.all(Array.from({ length: 8 }, () => makeDataFolder(deep)));
    expect((await stat(deep)).isDirectory()).toBe(true);
  }
  const file = path.join(folder, "file");
  await writeFile(file, "");
  await expect(makeDataFolder(file)).rejects.toThrow(StartError);
  await expect(makeDataFolder(path.join(file, "below"))).rejects.toThrow(StartError);
  await rm(folder, { recursive: true });
});
