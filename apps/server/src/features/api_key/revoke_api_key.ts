import { api_key, apiKeyTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { managed, revokeKey } from "./api_key.ts";

export const revoke_api_key = handler(api_key.revoke_api_key, async (context, { name }) => {
  await revokeKey(context, { name, ...managed(context.member) });
  return { success: true, message: apiKeyTexts.revoked };
});
