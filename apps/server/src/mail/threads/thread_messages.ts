// What the server and its parser threads say to each other.
import type { Parsed, TaskArguments } from "../task.ts";

/** The size of the buffer that is reused for batches; most batches fit. */
export const usualBytes = 1024 * 1024;

/** The tasks that a thread can do with a message, by name. */
export type Tasks = Record<string, (raw: Buffer, given: TaskArguments) => Promise<unknown>>;

/** Messages one after the other in `joined`. */
export interface Batch {
  joined: SharedArrayBuffer;
  work: { task: string; given?: TaskArguments | undefined; size: number }[];
}

export interface BatchDone {
  /** At least one, perhaps not all: the thread ends a batch early, so that no message waits behind many slow ones. */
  results: Parsed<unknown>[];
}

/** What a thread shares with the parser. */
export interface Shared {
  /** What the thread tells while it works. */
  progress: Int32Array;
}

/** Where `progress` holds the index in the batch of the message that is read, and the processor time before it. Milliseconds. */
export const progressAt = { place: 0, workedBefore: 1 } as const;
