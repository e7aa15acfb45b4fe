import { createHmac } from "node:crypto";
import { signatureHeader } from "@mayfly/contracts";
import { secretPrefix } from "./hmac_secret.ts";

/**
 * Signs a delivery twice. The key of the plain header is the secret as it is shown. The key of the Standard Webhooks
 * headers is the decoded base64 of the secret, and their timestamp lets receivers reject replays.
 */
export function signatureHeaders(secret: string, id: string, now: Date, body: string): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const standard = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    [signatureHeader]: createHmac("sha256", secret).update(body).digest("hex"),
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${standard}`,
  };
}
