import { Transform, type TransformCallback } from "node:stream";
import { base64Decoded } from "./base64.ts";
import { quotedPrintableDecoded } from "./quoted_printable.ts";
import { uudecoded } from "./uuencode.ts";

/** Decodes bytes, perhaps in place. @param isText whether a person reads them */
type Decode = (bytes: Buffer, isText: boolean) => Buffer;

/** The encodings that mailparser does not decode, or not well. */
export const decodings = new Map<string | false, Decode>([
  ["base64", base64Decoded],
  ["quoted-printable", quotedPrintableDecoded],
  ["uuencode", uudecoded],
]);

/** Decodes the content of a part once all of it has come. */
export class Decoder extends Transform {
  readonly #chunks: Buffer[] = [];
  readonly #decode: (bytes: Buffer) => Buffer;

  constructor(decode: (bytes: Buffer) => Buffer) {
    super();
    this.#decode = decode;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback) {
    this.#chunks.push(chunk);
    done();
  }

  override _flush(done: TransformCallback) {
    done(null, this.#decode(Buffer.concat(this.#chunks)));
  }
}
