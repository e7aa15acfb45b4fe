import type { SMTPServerDataStream } from "smtp-server";
import type { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { Counter } from "../limits/counter.ts";
import { hangUp, RefusedMessage, type Reply, replies } from "./reply.ts";

interface Limits {
  maxBytesInFlight: number;
  maxMessageBytes: number;
}

/** One address gets one share of the room, so that a few clients at one address cannot take all of it. */
const shares = 4;

/**
 * A message that has been coming in for this long may have to give way when there is no room for others. Otherwise a
 * few very slow senders could keep everybody's mail out. Milliseconds.
 */
const slowMessageMs = 10_000;

/** A message that is coming in. */
interface Coming {
  began: number;
  size: number;
  giveWay(): void;
}

/**
 * Size of the buffer that a message's first bytes go to; most messages fit. These buffers are reused: Buffers lie
 * outside V8's heap but count towards its limits, and many new ones would make V8 collect all of it again and again.
 */
const usualBytes = 16 * 1024;
const mostSpare = 256;

/** The room for messages that are coming in, until they are on disk or refused (threat 9). */
export function openIncoming({ maxBytesInFlight, maxMessageBytes }: Limits) {
  const inFlight = new Counter();
  // Always enough for one message.
  const share = Math.max(maxBytesInFlight / shares, maxMessageBytes);
  const coming = new Set<Coming>();
  /** The messages that must give way so that `bytes` more fit, the slowest first; undefined when they cannot fit. */
  function inTheWay(source: string, bytes: number): Coming[] | undefined {
    if (inFlight.count(source) + bytes > share) return undefined;
    let missing = inFlight.all + bytes - maxBytesInFlight;
    if (missing <= 0) return [];
    const now = performance.now();
    const rateOf = ({ size, began }: Coming) => size / (now - began);
    const slow = [...coming].filter(({ size, began }) => size > 0 && now - began >= slowMessageMs);
    const found: Coming[] = [];
    for (const one of slow.sort((one, other) => rateOf(one) - rateOf(other))) {
      if (missing <= 0) break;
      missing -= one.size;
      found.push(one);
    }
    return missing <= 0 ? found : undefined;
  }
  const spare: Buffer<ArrayBuffer>[] = [];
  const allocate = (bytes: number): Buffer<ArrayBuffer> =>
    bytes > usualBytes ? Buffer.allocUnsafeSlow(2 * bytes) : (spare.pop() ?? Buffer.allocUnsafeSlow(usualBytes));
  /**
   * Takes back a buffer that nothing reads any more. One that is not reused is freed at once: V8 does not hurry to collect
   * what lies outside its heap.
   */
  const giveBack = ({ buffer }: Buffer<ArrayBuffer>) => {
    if (buffer.byteLength === usualBytes && spare.length < mostSpare) spare.push(Buffer.from(buffer));
    else buffer.transfer(0);
  };

  /** The message's bytes, which count as in flight until the caller settles them. */
  function collect(stream: SMTPServerDataStream, wire: SMTPConnection, source: string): Promise<Buffer<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      // A message can come in pieces of a few bytes, and a Buffer for each would cost fifty times as much.
      let bytes = Buffer.alloc(0);
      let refusal: Reply | undefined;
      const tooLarge = replies.tooLarge(maxMessageBytes);
      const keep = (chunk: Buffer) => {
        const wanted = message.size + chunk.length;
        if (wanted > bytes.length) {
          const larger = allocate(wanted);
          bytes.copy(larger, 0, 0, message.size);
          giveBack(bytes);
          bytes = larger;
        }
        chunk.copy(bytes, message.size);
        message.size = wanted;
        inFlight.add(source, chunk.length);
      };
      const message: Coming = {
        began: performance.now(),
        size: 0,
        giveWay() {
          drop(replies.busy);
          hangUp(wire, replies.busy);
        },
      };
      coming.add(message);
      const drop = (reply: Reply) => {
        coming.delete(message);
        refusal = reply;
        inFlight.remove(source, message.size);
        message.size = 0;
        giveBack(bytes);
        bytes = Buffer.alloc(0);
      };
      stream.on("data", (chunk: Buffer) => {
        if (refusal === tooLarge) return;
        if (stream.byteLength > maxMessageBytes) {
          drop(tooLarge);
          hangUp(wire, tooLarge);
        } else if (refusal === undefined) {
          const slow = inTheWay(source, chunk.length);
          if (slow === undefined) drop(replies.busy);
          else for (const one of slow) one.giveWay();
          // This message itself may have been told to give way.
          if (coming.has(message)) keep(chunk);
        }
      });
      stream.on("end", () => {
        coming.delete(message);
        if (refusal) reject(refusal);
        else resolve(bytes.subarray(0, message.size));
      });
      stream.on("close", () => {
        if (stream.readableEnded) return;
        if (refusal === undefined) drop(replies.lost);
        reject(refusal);
      });
      // The message was refused, or the connection went away; 'close' follows.
      stream.on("error", (error) => {
        if (error instanceof RefusedMessage && refusal === undefined) drop(error.reply);
      });
    });
  }

  return {
    bytes: () => inFlight.all,
    /** Whether `bytes` more fit, or would fit once slow messages have given way. */
    hasRoomFor: (source: string, bytes: number) => inTheWay(source, bytes) !== undefined,
    collect,
    giveBack,
    /** Stops counting bytes as in flight, once their message is stored or refused. */
    settle: (source: string, bytes: number) => inFlight.remove(source, bytes),
  };
}

export type Incoming = ReturnType<typeof openIncoming>;
