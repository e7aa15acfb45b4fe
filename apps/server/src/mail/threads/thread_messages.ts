// What the server and its parser threads say to each other.
import type { Match } from "@mayfly/contracts";
import type { AskedWords, FoundIn } from "../find/found_words.ts";
import type { ListedFields } from "../show/searched.ts";

/** Why there is no result: the message needs too much memory or time, or cannot be read. */
export type Failure = "too_large" | "too_slow" | "unreadable";
export type Parsed<Value> = { value: Value } | { failure: Failure };

/** The size of the buffer that is reused for batches; most batches fit. */
export const usualBytes = 1024 * 1024;

/** The arguments of a task besides the message. */
export interface TaskArguments {
  /** The message's source, which its image links name. */
  source?: string;
  /** The number of the attachment to read. */
  part?: number;
  /** What a search looks at besides the message, and whether it needs the texts. */
  searched?: { row: ListedFields; texts: boolean };
  /** The row of a message that is indexed. */
  indexed?: ListedFields;
  /** The words to be marked. */
  found?: { words: AskedWords; row: Omit<FoundIn, "filenames" | "forms"> };
  /** What a wait asks of the message. */
  match?: Match;
}

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
