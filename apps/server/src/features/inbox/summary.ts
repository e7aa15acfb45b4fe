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

/** How much of the text is read for the preview and the code, some of which neither looks at. Characters. */
export const searchedLength = 6000;

/** Of the headers of the message and of each part. More than ordinary mail has; some take the square of it to read. */
export const headBytes = 32 * 1024;
/** Nothing behind this is a header. */
const longestHead = 256 * 1024;
/** The most of a message's body that is looked at before it is stored; text parts stand at its beginning. */
const bodyBytes = 128 * 1024;

/** As much of a message as a summary is made of. */
export const beginningOf = (raw: Buffer) => raw.subarray(0, Math.max(headEnd(raw) - headBytes, 0) + bodyBytes);

/** The message without its body. */
export const headOf = (raw: Buffer) => Buffer.concat([raw.subarray(0, headEnd(raw)), Buffer.from("\r\n\r\n")]);

function headEnd(raw: Buffer): number {
  const end = raw.subarray(0, longestHead).indexOf("\r\n\r\n");
  return end >= 0 ? end : Math.min(raw.length, longestHead);
}

/** The headers that a summary is made of, and what it takes to read the rest. */
const wanted = /^(?:from|subject|content-(?:type|transfer-encoding|disposition)):/i;

/** A message whose headers are long, with those alone that are wanted here; others as they are. */
export function withoutLongHead(message: Buffer): Buffer {
  const end = headEnd(message);
  if (end <= headBytes) return message;
  let left = headBytes - 2;
  let head = "";
  for (const field of message.toString("latin1", 0, end).split(/\r\n(?![ \t])/)) {
    if (!wanted.test(field) || field.length + 2 > left) continue;
    left -= field.length + 2;
    head += `${field}\r\n`;
  }
  return Buffer.concat([Buffer.from(head, "latin1"), message.subarray(end + 2)]);
}
