// What is known of summaries where no parser is loaded; they are made in a thread (summarise.ts).

/** What the list shows of a message without opening it. */
export interface Summary {
  /** `Name <address>`, or the bare address; empty when there is none. */
  sender: string;
  subject: string;
  preview: string;
  /** The one-time code in it; empty when there is none. */
  code: string;
}

export const noSummary: Summary = { sender: "", subject: "", preview: "", code: "" };

/** Of the headers of the message and of each part. More than ordinary mail has; some take the square of it to read. */
export const headBytes = 32 * 1024;

/** The beginning of a message's headers, as a message without a body. */
export function headOf(raw: Buffer): Buffer {
  const head = raw.subarray(0, headBytes - 4);
  const [end, lastLine] = [head.indexOf("\r\n\r\n"), head.lastIndexOf("\r\n")];
  return Buffer.concat([head.subarray(0, end >= 0 ? end : Math.max(lastLine, 0)), Buffer.from("\r\n\r\n")]);
}
