import { expect, it } from "vitest";
import { firstComplaint } from "./embedded_postgres.ts";

it("says of a first start on a full disk that it is full", () => {
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
