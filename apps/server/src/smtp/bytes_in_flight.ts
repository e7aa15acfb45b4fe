import { Tally } from "../tally.ts";

/** One address has so much of the room: a few clients of it would have all otherwise. */
const shares = 4;

/** The bytes of messages that are coming in, and are not on disk or refused yet (threat 9). */
export class BytesInFlight {
  readonly #most: number;
  /** Of one address; enough for a message in any case. */
  readonly #share: number;
  readonly #bySource = new Tally();
  #all = 0;

  constructor({ maxBytesInFlight, maxMessageBytes }: { maxBytesInFlight: number; maxMessageBytes: number }) {
    this.#most = maxBytesInFlight;
    this.#share = Math.max(maxBytesInFlight / shares, maxMessageBytes);
  }

  get all(): number {
    return this.#all;
  }

  /** @param source where they come from, as limits count it */
  hasRoomFor(source: string, bytes: number): boolean {
    return this.#all + bytes <= this.#most && this.#bySource.count(source) + bytes <= this.#share;
  }

  add(source: string, bytes: number): void {
    this.#all += bytes;
    this.#bySource.add(source, bytes);
  }

  remove(source: string, bytes: number): void {
    this.#all -= bytes;
    this.#bySource.remove(source, bytes);
  }
}
