import type { RootDatabase } from "../../database/database.ts";
import { beginningWithin } from "../../mail/beginning.ts";
import type { Raw } from "../../mail/stored_messages.ts";
import { Refusal } from "../../refusal.ts";
import { unpack } from "./packed.ts";

/** Large messages are read in pieces: many readers then need little memory, and the driver blocks nobody for long. */
const pieceBytes = 1024 * 1024;

/**
 * Opens at most the first `most` bytes of a stored message.
 * @throws Refusal when the message is gone
 */
export async function openSource(rootDb: RootDatabase, source: string, most = Number.MAX_SAFE_INTEGER): Promise<Raw> {
  type Found = { raw_size: number | null; piece: Uint8Array | null; lz4: Uint8Array | null };
  const [found] = await rootDb.$queryRaw<Found[]>`
    SELECT octet_length(raw) AS raw_size, substring(raw FROM 1 FOR ${Math.min(pieceBytes, most)}::int) AS piece, lz4
    FROM message_source WHERE name = ${source}::uuid`;
  if (found === undefined) throw Refusal.notFound();
  const packed = found.lz4 && unpack(found.lz4);
  const size = packed?.length ?? found.raw_size ?? 0;
  const end = Math.min(size, most);
  async function* pieces() {
    if (packed) {
      yield packed.subarray(0, end);
      return;
    }
    if (found?.piece && end > 0) yield found.piece;
    for (let start = pieceBytes; start < end; start += pieceBytes) {
      const [row] = await rootDb.$queryRaw<{ piece: Uint8Array }[]>`
        SELECT substring(raw FROM ${start + 1}::int FOR ${Math.min(pieceBytes, end - start)}::int) AS piece
        FROM message_source WHERE name = ${source}::uuid`;
      if (row === undefined) throw Refusal.notFound();
      yield row.piece;
    }
  }
  return { size, bytes: pieces() };
}

/** Loads the same bytes into shared memory, which a worker thread can read without a copy. */
export async function loadSource(rootDb: RootDatabase, source: string, most?: number): Promise<Buffer> {
  const raw = await openSource(rootDb, source, most);
  return inShared(raw, Math.min(raw.size, most ?? raw.size));
}

async function inShared({ bytes }: Raw, size: number): Promise<Buffer> {
  return fill(Buffer.from(new SharedArrayBuffer(size)), bytes);
}

async function fill<Place extends Buffer>(message: Place, bytes: Raw["bytes"]): Promise<Place> {
  let filled = 0;
  for await (const piece of bytes) {
    message.set(piece, filled);
    filled += piece.length;
  }
  return message.subarray(0, filled) as Place;
}

/** The beginning of a stored message without its files, at most `most` bytes, and the size of the whole. */
export async function loadBeginning(rootDb: RootDatabase, source: string, most: number) {
  const raw = await openSource(rootDb, source);
  const { size } = raw;
  if (size <= most) return { size, bytes: await inShared(raw, size) };
  const whole = await fill(Buffer.allocUnsafeSlow(size), raw.bytes);
  const bytes = Buffer.from(beginningWithin(whole, most).bytes);
  // At once: V8 does not hurry to collect what lies outside its heap.
  whole.buffer.transfer(0);
  return { size, bytes };
}

/** Loads the messages that are kept packed, which most are, in one statement. @returns undefined for longer ones, null for damaged ones; none for those that are gone */
export async function loadPacked(
  rootDb: RootDatabase,
  sources: string[],
): Promise<Map<string, Buffer | undefined | null>> {
  const rows = await rootDb.$queryRaw<{ name: string; lz4: Uint8Array | null }[]>`
    SELECT name::text, lz4 FROM message_source WHERE name = ANY(${sources}::uuid[])`;
  return new Map(rows.map(({ name, lz4 }) => [name, lz4 === null ? undefined : unpackIfWhole(lz4)]));
}

function unpackIfWhole(lz4: Uint8Array): Buffer | null {
  try {
    return unpack(lz4);
  } catch {
    return null;
  }
}

/** Deletes those of the sources that no message was made from. */
export const deleteUnusedSources = (rootDb: RootDatabase, names: string[]) => rootDb.$executeRaw`
  DELETE FROM message_source AS one
  WHERE name = ANY(${names}::uuid[]) AND NOT EXISTS (SELECT FROM customer_inbox WHERE source = one.name)`;
