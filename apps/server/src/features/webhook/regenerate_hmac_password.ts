import { signatureHeader, webhook } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { replaceSecret } from "./hmac_secret.ts";

export const regenerate_hmac_password = handler(
  webhook.regenerate_hmac_password,
  async ({ db, member, secret, reportSecurity }) => {
    const hmac_secret = await replaceSecret(db, secret, member.company);
    reportSecurity("secret_changed", member.name);
    return { header: signatureHeader, hmac_secret };
  },
);
