import { api_key, apiKeyTexts, keyLifetimes } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { lifetime } from "../email/email.ts";
import { actorOf, happened } from "../event/event.ts";
import { lockCompany } from "../subscription/subscription.ts";
import { addKey, apiKeyEvent, asApiKey, asNetwork } from "./api_key.ts";

export const create_api_key = handler(
  api_key.create_api_key,
  async (context, { key_name, scopes, duration, networks }) => {
    if (!keyLifetimes.includes(duration)) throw Refusal.invalid(apiKeyTexts.unknownLifetime);
    const { db, clock, member } = context;
    const now = clock();
    const given = {
      key_name,
      scopes: [...new Set(scopes)],
      networks: [...new Set(networks.map(asNetwork))],
      expiry: lifetime(now, duration || null),
    };
    return db.$transaction(async (tx) => {
      await lockCompany(tx, member.company);
      const { key, row } = await addKey(tx, context, now, given);
      await happened(tx, now, actorOf(context), [apiKeyEvent("created", row)]);
      return { success: true, message: apiKeyTexts.created, ...asApiKey(row), key };
    });
  },
);
