import { EventEmitter } from "node:events";
import type { SMTPServerDataStream } from "smtp-server";
import { SMTPStream } from "smtp-server/lib/smtp-stream.js";
import { MessageBytes } from "./message_bytes.ts";

/**
 * The bytes of a message as they come in: the part of a data stream that smtp-server uses, without the buffering and
 * backpressure of Node's. The listener handles each chunk at once, so it is never slower than the socket.
 */
class MessageStream extends EventEmitter {
  byteLength = 0;
  sizeExceeded = false;
  writableEnded = false;
  readableEnded = false;
  destroyed = false;
  readonly readableFlowing = true;

  get writable(): boolean {
    return !this.writableEnded && !this.destroyed;
  }

  get readable(): boolean {
    return !this.readableEnded && !this.destroyed;
  }

  write(bytes: Buffer): true {
    this.emit("data", bytes);
    return true;
  }

  end(bytes?: Buffer): void {
    if (bytes) this.write(bytes);
    this.writableEnded = true;
    // Only after smtp-server reads commands again.
    queueMicrotask(() => {
      this.readableEnded = true;
      this.emit("end");
    });
  }

  destroy(error?: Error): void {
    if (this.destroyed) return;
    this.destroyed = true;
    if (error) this.emit("error", error);
    this.emit("close");
  }
}

/** A chunk that is coming in (RFC 3030). */
interface Chunk {
  /** Octets still to come. */
  left: number;
  /** Whether they belong to the message; those of a refused chunk are dropped. */
  isKept: boolean;
  whole(goOn: () => void): void;
}

/** Chunks of large messages are about this long, most other messages shorter. Bytes. */
const largeChunk = 32 * 1024;

/**
 * Frees the memory of bytes that have been copied, if they are many and nothing else is in that memory. V8 hardly notices
 * what lies outside its heap: of many large messages at once, it would let a hundred megabytes pile up.
 */
function free({ length, buffer }: Buffer) {
  if (length >= largeChunk && length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/**
 * smtp-server's stream, but `MessageBytes` reads the messages. smtp-server removes a dot after a bare line feed too,
 * and hands over each line that begins with a dot by itself, which made 26 MB of such lines 11 s of work.
 */
export class MailStream extends SMTPStream {
  #message = new MessageBytes();
  #chunk: Chunk | undefined;

  /** smtp-server's data stream is a PassThrough of Node's. */
  override startDataMode(maxBytes?: number | string | null): SMTPServerDataStream {
    this._dataMode = true;
    this._maxBytes = Number(maxBytes) || Number.POSITIVE_INFINITY;
    this.dataBytes = 0;
    this.#message = new MessageBytes();
    this._dataStream = new MessageStream() as unknown as SMTPServerDataStream;
    return this._dataStream;
  }

  /** Begins a message that comes in chunks. */
  startChunks(maxBytes?: number | string | null): SMTPServerDataStream {
    const stream = this.startDataMode(maxBytes);
    this._dataMode = false;
    return stream;
  }

  /** Reads so many octets as they are. `whole` is called behind them, with what goes on with what comes next. */
  readChunk(left: number, isKept: boolean, whole: Chunk["whole"]): void {
    this.#chunk = { left, isKept, whole };
    this._dataMode = true;
  }

  endChunks(): void {
    this._dataStream?.end();
    this._dataStream = null;
  }

  /** Hands over all bytes of a chunk at once. */
  override _feedDataStream(chunk: Buffer, done: (error?: Error | null) => void): void {
    if (this.#chunk) {
      this.#feedChunk(this.#chunk, chunk, done);
      return;
    }
    const { bytes, rest } = this.#message.read(chunk);
    this._countDataBytes(bytes.length);
    if (rest !== undefined) {
      this._endDataMode(bytes, rest, done);
      return;
    }
    if (bytes.length > 0 && this._dataStream?.writable) this._dataStream.write(bytes);
    free(bytes);
    free(chunk);
    done();
  }

  #feedChunk(chunk: Chunk, given: Buffer, done: (error?: Error | null) => void): void {
    const bytes = given.subarray(0, chunk.left);
    chunk.left -= bytes.length;
    if (chunk.isKept) {
      this._countDataBytes(bytes.length);
      if (this._dataStream?.writable) this._dataStream.write(bytes);
    }
    if (chunk.left > 0) {
      done();
      return;
    }
    this.#chunk = undefined;
    this._dataMode = false;
    this._remainder = "";
    chunk.whole(() => this._write(given.subarray(bytes.length), "buffer", done));
  }

  /**
   * Much like smtp-server's own. But V8 takes a function literal that is assigned to a property for a method, and
   * allocates it in the old generation, where it would keep the last bytes of each message alive (decision 014).
   */
  override _endDataMode(bytes: Buffer | false, rest: Buffer, done: (error?: Error | null) => void): void {
    const stream = this._dataStream;
    const goOn = () => this._write(rest, "buffer", done);
    // True when the stream was destroyed: the client has been answered already.
    const mayGoOn = this._continueCallback === true;
    this._continueCallback = mayGoOn ? false : goOn;
    if (bytes && bytes.length > 0 && stream?.writable) stream.end(bytes);
    else stream?.end();
    this._dataMode = false;
    this._remainder = "";
    this._dataStream = null;
    if (mayGoOn) goOn();
  }
}
