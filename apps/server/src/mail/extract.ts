import { eventTextMax } from "@mayfly/contracts";

// What code that loads no parser needs to know about extracts. A worker thread makes them (extract.ts).

/** The part of a message's content that a webhook sends (docs/webhooks.md). */
export interface Extract {
  text: string;
  /** As the sender wrote it, not sanitised; null when there is none or it is too long. */
  html: string | null;
  truncated: boolean;
}

/** The most of a message, its files not counted, that is read: enough for its text and its HTML, encoded. */
export const extractedBytes = 4 * eventTextMax;

export const noExtract: Extract = { text: "", html: null, truncated: true };
