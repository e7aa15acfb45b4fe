import { mkdir, mkdtempDisposable, rename, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { copyPreparedData } from "../testing/prepared_data.ts";
import { firstComplaint, runningEmbeddedUrl, startEmbeddedPostgres } from "./embedded_postgres.ts";

it("finds the first error in the output of a failed program, such as a full disk in that of initdb", () => {
  // As initdb said it on a disk of 20 MB.
  const said = `2026-11-22 21:07:24.533 UTC [24212] FATAL:  could not extend file "base/1/2691": No space left on device
2026-11-22 21:07:24.533 UTC [24212] HINT:  Check free disk space.
2026-11-22 21:07:24.533 UTC [24212] PANIC:  cannot abort transaction 1, it was already committed
Aborted
child process exited with exit code 134
initdb: removing data directory "/data/postgres.new"
`;
  expect(firstComplaint(said)).toBe('could not extend file "base/1/2691": No space left on device');
  expect(firstComplaint("initdb: error: one\n")).toBe("one");
  expect(firstComplaint("no such program\n")).toBe("no such program");
});

it("reports an unreadable postmaster.pid as an error, and does not take Postgres for stopped", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "mayfly-postgres-"));
  await copyPreparedData(folder.path);
  const said: string[] = [];
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const log = pino({}, { write: (line) => void said.push(line) });
  const postgres = await startEmbeddedPostgres({ folder: folder.path, log, durable: false });
  const file = path.join(folder.path, "postgres/postmaster.pid");
  await rename(file, `${file}.away`);
  await mkdir(file);
  try {
    await vi.advanceTimersByTimeAsync(1_000);
    // By then the watch has tried to read the file, too.
    for (let count = 0; count < 10; count += 1) {
      await expect(runningEmbeddedUrl(folder.path)).rejects.toThrow(/postmaster\.pid" cannot be read: /);
    }
    expect(said).toEqual([]);
  } finally {
    await rmdir(file);
    await rename(`${file}.away`, file);
    await postgres.stop();
  }
});
