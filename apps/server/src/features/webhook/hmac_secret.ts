import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { CompanyDatabase } from "../../database/database.ts";

type Derive = (purpose: string) => string;

/** With which companies' secrets are encrypted. 32 bytes. */
const keyOf = (derive: Derive) => Buffer.from(derive("webhook secrets"), "base64url");

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a company's secret for the database (threat 47). It opens with the same company only. */
function seal(key: Buffer, company: string, secret: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(company));
  const sealed = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
  return new Uint8Array(Buffer.concat([iv, sealing.getAuthTag(), sealed]));
}

/** @throws when it was sealed with another key, for another company, or is damaged */
function unseal(key: Buffer, company: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(company))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return opening.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + opening.final("utf8");
}

/** As Standard Webhooks writes secrets, so that its libraries take it as it is. */
export const secretPrefix = "whsec_";
const asSecret = (bytes: Buffer) => secretPrefix + bytes.toString("base64");

/**
 * The company's one secret, from what the database keeps of it. Until it is first replaced that is nothing, and the
 * secret follows from the key: whoever asks for it changes nothing (threat 30).
 */
export const secretOf = (derive: Derive, company: string, sealed: Uint8Array | null): string =>
  sealed === null
    ? asSecret(createHmac("sha256", keyOf(derive)).update(`first secret of ${company}`).digest())
    : unseal(keyOf(derive), company, sealed);

/** From now on the old secret signs nothing. */
export async function replaceSecret(db: CompanyDatabase, derive: Derive, company: string): Promise<string> {
  const secret = asSecret(randomBytes(32));
  await db.company.update({ where: { name: company }, data: { hmac_secret: seal(keyOf(derive), company, secret) } });
  return secret;
}
