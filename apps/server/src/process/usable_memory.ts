import { totalmem } from "node:os";

/** Bytes that this process may use: what its control group (a container) is limited to, or else what the machine has. */
export function usableMemory(): number {
  // Without a limit it is 0, or larger than the machine's.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
