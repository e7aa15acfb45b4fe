import { expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../testing/cpu_time.ts";
import { MessageBytes } from "./message_bytes.ts";

/** The message's bytes in all chunks, and the bytes after its end. */
function read(chunks: Buffer[]) {
  const message = new MessageBytes();
  const parts: Buffer[] = [];
  for (const [at, chunk] of chunks.entries()) {
    const { bytes, rest } = message.read(chunk);
    parts.push(bytes);
    if (rest) return { bytes: Buffer.concat(parts), rest: Buffer.concat([rest, ...chunks.slice(at + 1)]) };
  }
  return { bytes: Buffer.concat(parts), rest: undefined };
}

const signs = [".", "\r", "\n", "x"];
/** Every text of these signs up to a length. */
function* texts(length: number): Generator<string> {
  yield "";
  if (length > 0) for (const text of texts(length - 1)) for (const sign of signs) yield sign + text;
}

it("removes the dot-stuffing of a message, and returns the bytes after its end", () => {
  for (const text of new Set(texts(6))) {
    const message = `${text}\r\n`;
    const stuffed = message.replace(/(^|\r\n)\./g, "$1..");
    const { bytes, rest } = read([Buffer.from(`${stuffed}.\r\nQUIT\r\n`)]);
    expect([bytes.toString(), rest?.toString()], JSON.stringify(text)).toEqual([message, "QUIT\r\n"]);
  }
});

it("reads the same message however its bytes are split (threat 5)", () => {
  for (const text of new Set(texts(6))) {
    const whole = Buffer.from(text);
    const expected = read([whole]);
    expect(read([...whole].map((byte) => Buffer.from([byte]))), JSON.stringify(text)).toEqual(expected);
    for (let cut = 1; cut < whole.length; cut += 1) {
      expect(read([whole.subarray(0, cut), whole.subarray(cut)]), JSON.stringify(text)).toEqual(expected);
    }
  }
});

it("ends a message only at CRLF . CRLF, or at a first line with only a dot (threat 5)", () => {
  for (const text of new Set(texts(6))) {
    const end = /(?:^|\r\n)\.\r\n/.exec(text);
    const { rest } = read([Buffer.from(text)]);
    expect(rest?.toString(), JSON.stringify(text)).toBe(end ? text.slice(end.index + end[0].length) : undefined);
  }
});

it("reads 26 MB of dots quickly (threat 9)", () => {
  const chunk = Buffer.from("..\r\n".repeat(16_384));
  const message = new MessageBytes();
  const begin = cpuTime();
  for (let no = 0; no < 400; no += 1) message.read(chunk);
  expect(usualTimeSince(begin)).toBeLessThan(2_000);
});
