import { compressSync, uncompressSync } from "lz4-napi";

/** The bytes of a message as message_source keeps them, in one of two columns (decision 011). */
export interface Kept {
  /** As they came. */
  raw: Uint8Array<ArrayBuffer> | null;
  /** Packed: the message's size in four bytes, then an LZ4 block. */
  lz4: Uint8Array<ArrayBuffer> | null;
}

/** Longer messages are kept as they came: they are read in pieces, and packing one would hold up all connections. */
export const packedBytes = 64 * 1024;

/** Undefined when the message is too long. */
export const pack = (message: Buffer): Buffer | undefined =>
  message.length <= packedBytes ? compressSync(message) : undefined;

/** @throws when it is damaged. Even then, unpacking takes no more memory than `packedBytes`. */
export function unpack(lz4: Uint8Array): Buffer {
  const size = Buffer.from(lz4.buffer, lz4.byteOffset, lz4.byteLength).readUInt32LE();
  if (size > packedBytes) throw new Error(`A packed message says that it has ${size} bytes`);
  const message = uncompressSync(lz4);
  if (message.length !== size) throw new Error(`A packed message has ${message.length} bytes instead of ${size}`);
  return message;
}

/** @throws when it is damaged */
export function messageOf({ raw, lz4 }: Kept): Buffer {
  if (raw !== null) return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  if (lz4 !== null) return unpack(lz4);
  throw new Error("A message is kept in neither column");
}
