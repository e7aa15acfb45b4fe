import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { prepareData } from "@mayfly/server/testing/prepared_data";

/** Prepares the data once for a whole run. @returns what removes it at the end */
export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "mayfly-prepared-"));
  await prepareData(folder);
  return () => rm(folder, { recursive: true, force: true });
}
