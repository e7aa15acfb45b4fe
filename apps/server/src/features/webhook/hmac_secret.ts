import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Transaction, World } from "../../database/database.ts";

/** From which the key is derived that company secrets are encrypted with. */
export const sealPurpose = "webhook secrets";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a company's secret for the database (threat 47). It opens with the same company only.
 * @param key 32 bytes as base64url
 */
export function seal(key: string, company: string, secret: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, Buffer.from(key, "base64url"), iv).setAAD(Buffer.from(company));
  const sealed = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
  return new Uint8Array(Buffer.concat([iv, sealing.getAuthTag(), sealed]));
}

/** @throws when it was sealed with another key, for another company, or is damaged */
export function unseal(key: string, company: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const opening = createDecipheriv(cipher, Buffer.from(key, "base64url"), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(company))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return opening.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + opening.final("utf8");
}

/** As Standard Webhooks writes secrets, so that its libraries take it as it is. */
export const secretPrefix = "whsec_";
const makeSecret = () => secretPrefix + randomBytes(32).toString("base64");

type Companies = Pick<World, "company"> | Pick<Transaction, "company">;

/** The company's one secret, made when it is first needed. */
export async function secretOf(database: Companies, key: string, company: string): Promise<string> {
  const { company: companies } = database as Pick<World, "company">;
  const read = () => companies.findUniqueOrThrow({ where: { name: company }, select: { hmac_secret: true } });
  let { hmac_secret } = await read();
  if (hmac_secret === null) {
    // Of two first calls one writes, and both read what it wrote.
    await companies.updateMany({
      where: { name: company, hmac_secret: null },
      data: { hmac_secret: seal(key, company, makeSecret()) },
    });
    hmac_secret = (await read()).hmac_secret;
  }
  if (hmac_secret === null) throw new Error("the company has no secret");
  return unseal(key, company, hmac_secret);
}

/** From now on the old secret signs nothing. */
export async function replaceSecret(database: Companies, key: string, company: string): Promise<string> {
  const secret = makeSecret();
  await (database as Pick<World, "company">).company.update({
    where: { name: company },
    data: { hmac_secret: seal(key, company, secret) },
  });
  return secret;
}
