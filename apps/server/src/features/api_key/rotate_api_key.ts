import { api_key, apiKeyTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { lifetime } from "../email/email.ts";
import { actorOf, happened } from "../event/event.ts";
import { lockCompany } from "../subscription/subscription.ts";
import { addKey, apiKeyEvent, asApiKey, managed } from "./api_key.ts";

export const rotate_api_key = handler(api_key.rotate_api_key, async (context, { name, overlap }) => {
  const { db, clock, member, keys } = context;
  const rotated = await db.$transaction(async (tx) => {
    await lockCompany(tx, member.company);
    const now = clock();
    const old = await tx.apiKey.findFirst({ where: { name, ...managed(member) } });
    if (old === null || (old.expiry !== null && old.expiry <= now)) throw Refusal.notFound();
    if (old.member !== member.name) throw Refusal.forbidden(apiKeyTexts.notYours);
    if (old.replaced_by !== null) throw Refusal.invalid(apiKeyTexts.replaced);
    const { key_name, scopes, networks, expiry, creation } = old;
    // As long a life as the old one had from the beginning: a rotation that ends at the same time would renew nothing.
    const renewed = expiry && new Date(now.getTime() + expiry.getTime() - creation.getTime());
    const { key, row } = await addKey(tx, context, now, { key_name, scopes, networks, expiry: renewed });
    const end = lifetime(now, overlap) ?? now;
    await tx.apiKey.update({
      where: { name },
      data: { replaced_by: row.name, expiry: expiry !== null && expiry < end ? expiry : end },
    });
    await happened(tx, now, actorOf(context), [apiKeyEvent("rotated", row)]);
    return { success: true, message: apiKeyTexts.rotated, ...asApiKey(row), key };
  });
  keys.forget(member.company);
  return rotated;
});
