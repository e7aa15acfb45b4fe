import type { Match } from "@mayfly/contracts";
import type { AskedWords, FoundIn } from "./find/found_words.ts";
import type { ListedFields } from "./show/searched.ts";

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

/** Why there is no result: the message needs too much memory or time, or cannot be read. */
export type Failure = "too_large" | "too_slow" | "unreadable";
export type Parsed<Value> = { value: Value } | { failure: Failure };
