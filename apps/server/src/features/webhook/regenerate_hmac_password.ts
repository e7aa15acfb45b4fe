import { signatureHeader, webhook } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { actorOf, happened } from "../event/event.ts";
import { replaceSecret } from "./hmac_secret.ts";

export const regenerate_hmac_password = handler(webhook.regenerate_hmac_password, async (context) => {
  const { db, clock, member, secret, reportSecurity } = context;
  const { company } = member;
  const hmac_secret = await db.$transaction(async (tx) => {
    await happened(tx, clock(), actorOf(context), [
      { type: "webhook_secret.replaced", company, subject: company, data: {} },
    ]);
    return replaceSecret(tx, secret, company);
  });
  reportSecurity("secret_changed", member.name);
  return { header: signatureHeader, hmac_secret };
});
