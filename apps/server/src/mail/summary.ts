// What modules that load no parser need to know of summaries, which are made in a thread (summarise.ts).

/** What the list shows of a message without opening it. */
export interface Summary {
  /** `Name <address>`, or the bare address; empty when there is none. */
  sender: string;
  subject: string;
  preview: string;
  /** The one-time code in it; empty when there is none. */
  code: string;
  /** Whether files came with it, besides images that its HTML shows; as far as the message is read for a summary. */
  has_attachment: boolean;
}

export const noSummary: Summary = { sender: "", subject: "", preview: "", code: "", has_attachment: false };
