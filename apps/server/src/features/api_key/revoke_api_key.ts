import { api_key, apiKeyTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf } from "../event/event.ts";
import { managed, revoke } from "./api_key.ts";

export const revoke_api_key = handler(api_key.revoke_api_key, async (context, { name }) => {
  const { db, clock, member, keys } = context;
  await db.$transaction(async (tx) => {
    const row = await tx.apiKey.findFirst({ where: { name, ...managed(member) } });
    if (row === null) throw Refusal.notFound();
    await revoke(tx, clock(), actorOf(context), [row]);
  });
  keys.forget(member.company);
  return { success: true, message: apiKeyTexts.revoked };
});
