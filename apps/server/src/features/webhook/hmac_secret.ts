import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { CompanyTransaction, Transaction } from "../../database/company_database.ts";

type Derive = (purpose: string) => string;

/** The key that encrypts the companies' secrets. 32 bytes. */
const keyOf = (derive: Derive) => Buffer.from(derive("webhook secrets"), "base64url");

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a secret for the database (threat 47). It can be decrypted for the same owner only. */
function seal(key: Buffer, owner: string, secret: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
  return new Uint8Array(Buffer.concat([iv, sealing.getAuthTag(), sealed]));
}

/** @throws when it was sealed with another key, for another owner, or is damaged */
function unseal(key: Buffer, owner: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return opening.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + opening.final("utf8");
}

/** The prefix that Standard Webhooks gives secrets, so that its libraries accept ours unchanged. */
export const secretPrefix = "whsec_";
const asSecret = (bytes: Buffer) => secretPrefix + bytes.toString("base64");

/**
 * The company's one secret, from its column in the database. The column is null until the secret is first replaced.
 * Until then the secret is derived from the key, so that reading it changes nothing (threat 30).
 */
export const secretOf = (derive: Derive, company: string, sealed: Uint8Array | null): string =>
  sealed === null
    ? asSecret(createHmac("sha256", keyOf(derive)).update(`first secret of ${company}`).digest())
    : unseal(keyOf(derive), company, sealed);

/** A webhook's own secret, for its column in the database. It can be decrypted for the same webhook only. */
export const sealOwnSecret = (derive: Derive, owner: OwnSecret, secret: string) =>
  seal(keyOf(derive), ownerOf(owner), secret);
export const ownSecretOf = (derive: Derive, owner: OwnSecret, sealed: Uint8Array) =>
  unseal(keyOf(derive), ownerOf(owner), sealed);

interface OwnSecret {
  company: string;
  webhook: string;
}
const ownerOf = ({ company, webhook }: OwnSecret) => `${company} ${webhook}`;

/** Makes a new secret for the company. From now on the old one signs nothing. */
export async function replaceSecret(db: CompanyTransaction, derive: Derive, company: string): Promise<string> {
  const secret = asSecret(randomBytes(32));
  await db.company.update({ where: { name: company }, data: { hmac_secret: seal(keyOf(derive), company, secret) } });
  return secret;
}

/** Of all companies and webhooks, what can no longer be decrypted with the present SECRET_KEY. */
export async function forgetSecrets(tx: Transaction): Promise<void> {
  await tx.company.updateMany({ data: { hmac_secret: null } });
  await tx.webhook.updateMany({ where: { secret: { not: null } }, data: { secret: null } });
}
