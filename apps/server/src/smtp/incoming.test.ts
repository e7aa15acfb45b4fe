import type { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { expect, it } from "vitest";
import { openIncoming } from "./incoming.ts";
import { MailStream } from "./mail_stream.ts";

const mebibyte = 2 ** 20;
const line = `${"x".repeat(70)}\r\n`;

/** A message that comes in over a connection, as smtp-server hands it over. */
function coming() {
  const incoming = openIncoming({ maxBytesInFlight: 64 * mebibyte, maxMessageBytes: 32 * mebibyte });
  const wire = new MailStream();
  const stream = wire.startDataMode();
  const message = incoming.collect(stream, {} as SMTPConnection, "source");
  return { incoming, stream, message, feed: (chunk: Buffer) => wire._feedDataStream(chunk, () => undefined) };
}

const chunkOf = (bytes: number) => {
  const chunk = Buffer.allocUnsafeSlow(bytes);
  return chunk.fill(line);
};

it("frees the memory of a large message once it is given back, and of each chunk once it is copied", async () => {
  const { incoming, message, feed } = coming();
  const chunks = Array.from({ length: 100 }, () => chunkOf(64 * 1024));
  const sent = Buffer.concat(chunks);
  for (const chunk of chunks) feed(chunk);
  expect(chunks.filter(({ length }) => length > 0)).toEqual([]);
  feed(Buffer.from("\r\n.\r\n"));
  const raw = await message;
  expect(raw.subarray(0, sent.length).equals(sent)).toBe(true);
  incoming.giveBack(raw);
  expect(raw.length).toBe(0);
});

it("keeps a chunk whose memory is not all its own", () => {
  const { feed } = coming();
  const memory = chunkOf(128 * 1024);
  feed(memory.subarray(0, 64 * 1024));
  expect(memory.length).toBe(128 * 1024);
});

it("frees the memory of a message that breaks off, without waiting for a garbage collection", async () => {
  const before = process.memoryUsage().arrayBuffers;
  const { stream, message, feed } = coming();
  for (let no = 0; no < 100; no += 1) feed(chunkOf(64 * 1024));
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(6 * mebibyte);
  stream.destroy();
  await expect(message).rejects.toMatchObject({ code: 451 });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(mebibyte);
});
