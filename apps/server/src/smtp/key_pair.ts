import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { Logger } from "pino";
import { StartError } from "../process/start_error.ts";

/** PEM files. */
export interface KeyFiles {
  cert: string;
  key: string;
}

/** A certificate with its chain, and the key to it. */
export interface KeyPair {
  cert: Buffer;
  key: Buffer;
}

/** How often the files are read again. Certificates are renewed days before they expire. */
const rereadMilliseconds = 60 * 60_000;

/** @throws StartError when the files cannot be read, or do not belong together */
export function readKeyPair({ cert, key }: KeyFiles, log: Logger): KeyPair {
  try {
    const pair = { cert: readFileSync(cert), key: readFileSync(key) };
    createSecureContext(pair);
    const { validTo } = new X509Certificate(pair.cert);
    // Most senders do not look at the date, and mail that comes in is better than none.
    if (new Date(validTo) < new Date()) log.warn({ validTo }, "the certificate of SMTP_TLS_CERT has expired");
    return pair;
  } catch (error) {
    throw new StartError(`SMTP_TLS_CERT or SMTP_TLS_KEY cannot be used: ${(error as Error).message}`);
  }
}

/**
 * Reads the files again every hour, and calls `use` with a pair that differs from the last. Files that cannot be used
 * (they may be being replaced just now) change nothing.
 * @returns ends it
 */
export function watchKeyPair(files: KeyFiles, first: KeyPair, log: Logger, use: (pair: KeyPair) => void): () => void {
  let last = first;
  const look = () => {
    try {
      const pair = readKeyPair(files, log);
      if (pair.cert.equals(last.cert) && pair.key.equals(last.key)) return;
      use(pair);
      last = pair;
      log.info("the renewed certificate of SMTP_TLS_CERT is in use");
    } catch (error) {
      log.error({ err: error }, "the certificate that was read before stays in use");
    }
  };
  const looking = setInterval(look, rereadMilliseconds).unref();
  return () => clearInterval(looking);
}
