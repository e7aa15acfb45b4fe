const [carriageReturn, lineFeed, dot] = [0x0d, 0x0a, 0x2e];
const lineOfDot = Buffer.from("\r\n.");

/**
 * What was read last. A dot at the beginning of a line is held back, and so is a CR behind it: what follows decides
 * whether they belong to the message.
 */
type State = "text" | "CR" | "line begin" | "dot" | "dot CR";

/**
 * Removes the dots that a client has stuffed at the beginning of lines, and finds the line of one dot that ends a
 * message (RFC 5321 section 4.5.2). Only CRLF ends a line, however the message is cut into chunks (threat 5).
 */
export class MessageBytes {
  #state: State = "line begin";

  /** @returns the message's bytes in a chunk and, once the message has ended, the bytes after its end */
  read(chunk: Buffer): { bytes: Buffer; rest?: Buffer } {
    const end = this.#skip(chunk);
    const plain = chunk.subarray(0, end);
    if (end === chunk.length) return { bytes: plain };
    const { bytes, rest } = this.#readSigns(chunk.subarray(end));
    return { bytes: bytes.length === 0 ? plain : Buffer.concat([plain, bytes]), ...(rest && { rest }) };
  }

  /** How much of a chunk comes before the first dot that begins a line: mostly all of it. Node searches natively. */
  #skip(chunk: Buffer): number {
    const [first] = chunk;
    const begins = this.#state === "text" || (this.#state === "line begin" && first !== dot);
    if (!begins || first === undefined) return 0;
    const found = chunk.indexOf(lineOfDot);
    const end = found < 0 ? chunk.length : found + 2;
    const last = chunk[end - 1];
    if (last === lineFeed && chunk[end - 2] === carriageReturn) this.#state = "line begin";
    else this.#state = last === carriageReturn ? "CR" : "text";
    return end;
  }

  #readSigns(chunk: Buffer): { bytes: Buffer; rest?: Buffer } {
    const bytes = Buffer.allocUnsafe(chunk.length + 2);
    let length = 0;
    let state = this.#state;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (state === "line begin" && byte === dot) {
        state = "dot";
        continue;
      }
      if (state === "dot" && byte === carriageReturn) {
        state = "dot CR";
        continue;
      }
      if (state === "dot CR") {
        if (byte === lineFeed) return { bytes: bytes.subarray(0, length), rest: chunk.subarray(at + 1) };
        bytes[length++] = dot;
        bytes[length++] = carriageReturn;
        state = "text";
      } else if (state === "dot" && byte !== dot) {
        // The client has not stuffed this dot; the message keeps it.
        bytes[length++] = dot;
      }
      bytes[length++] = byte;
      if (byte === carriageReturn) state = "CR";
      else state = state === "CR" && byte === lineFeed ? "line begin" : "text";
    }
    this.#state = state;
    return { bytes: bytes.subarray(0, length) };
  }
}
