import { afterEach, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { fullDisk, underLoad } from "./faults.ts";
import { broken } from "./proof.ts";
import { killWorkers } from "./worker_kills.ts";

afterEach(cleanUp);

it("loses no acknowledged mail when processes are killed and connections cut (threats 1, 2, 4 and 14)", async () => {
  const short = { kills: 1, postgres_kills: 2, drought: 200, drops: 10, rate: 25 };
  expect(broken(await underLoad(short))).toEqual([]);
});

it("refuses mail temporarily while the disk is full, and accepts it again afterwards (threat 3)", async ({ skip }) => {
  const counts = (await fullDisk()) ?? skip("this system lets nothing be mounted");
  expect(broken(counts)).toEqual([]);
});

// A dead worker's mails wait for half a minute, so only the whole proof covers them.
it("finishes the jobs of a killed worker (threat 46)", async () => {
  expect(broken(await killWorkers({ worker_kills: 1, resets: 0, rate: 25 }))).toEqual([]);
});
