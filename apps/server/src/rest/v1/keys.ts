import { resources } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { revoke } from "../../features/api_key/api_key.ts";
import { actorOf } from "../../features/event/event.ts";
import { Refusal } from "../../refusal.ts";

export const remove_self = handler(resources.keys.remove_self, async (context) => {
  const { db, clock, key, keys, member } = context;
  await db.$transaction(async (tx) => {
    const row = await tx.apiKey.findUnique({ where: { name: key.name } });
    if (row === null) throw Refusal.notFound();
    await revoke(tx, clock(), actorOf(context), [row]);
  });
  keys.forget(member.company);
});
