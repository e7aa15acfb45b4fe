import { signatureHeader, webhook } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { sealPurpose, secretOf } from "./hmac_secret.ts";

export const get_hmac_password = handler(webhook.get_hmac_password, async ({ db, member, secret }) => ({
  header: signatureHeader,
  hmac_secret: await secretOf(db, secret(sealPurpose), member.company),
}));
