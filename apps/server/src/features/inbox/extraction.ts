import { eventTextMax } from "@mayfly/contracts";

// What is known of extracts where no parser is loaded; they are made in a thread (extract.ts).

/** What a program is given of a message's content (docs/webhooks.md). */
export interface Extract {
  text: string;
  /** As the sender wrote it, not made safe; null when there is none or it is too long. */
  html: string | null;
  truncated: boolean;
}

/** Without its files, nothing of a message behind this is looked at. Room for its text and its HTML, encoded. */
export const extractedBytes = 4 * eventTextMax;

export const noExtract: Extract = { text: "", html: null, truncated: true };
