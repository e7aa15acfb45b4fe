import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { startCluster } from "../bench/cluster.ts";
import { acrossProcesses, killEachAndRestart } from "./processes.ts";
import { broken } from "./proof.ts";

afterAll(cleanUp);

it("works as one across several processes, and loses nothing when one is killed or all are restarted", async () => {
  const cluster = await startCluster();
  expect(broken(await acrossProcesses(cluster))).toEqual([]);
  expect(broken(await killEachAndRestart(cluster, { rate: 20 }))).toEqual([]);
});
