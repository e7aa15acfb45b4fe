import { signatureHeader, webhook } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { secretOf } from "./hmac_secret.ts";

export const get_hmac_password = handler(webhook.get_hmac_password, async ({ db, member, secret }) => {
  const { name, hmac_secret } = await db.company.findUniqueOrThrow({ where: { name: member.company } });
  return { header: signatureHeader, hmac_secret: secretOf(secret, name, hmac_secret) };
});
