import { Transform, type TransformCallback } from "node:stream";

/** Decodes quoted-printable (RFC 2045, 6.7); mailparser's own takes the square of a run of blanks (threat 16). */
export class QuotedPrintable extends Transform {
  readonly #chunks: Buffer[] = [];

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback) {
    this.#chunks.push(chunk);
    done();
  }

  override _flush(done: TransformCallback) {
    const lines = Buffer.concat(this.#chunks).toString("latin1");
    const joined = lines.replace(/(?<![ \t])[ \t]+$/gm, "").replace(/=(?:\r?\n|$)/g, "");
    const byte = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
    done(null, Buffer.from(joined.replace(/=([\da-f]{2})/gi, byte), "latin1"));
  }
}
