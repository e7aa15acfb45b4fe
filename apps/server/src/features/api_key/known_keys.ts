import type { Role } from "@mayfly/contracts";
import { LRUCache } from "lru-cache";
import { type Clock, day } from "../../clock.ts";
import { sql } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { PlanName } from "../../generated/prisma/client.ts";
import { hasByDefault } from "../plan/plan.ts";
import { hashKey, isKey } from "./key.ts";
import type { Keys, KnownKey } from "./keys.ts";

/**
 * How long a key is remembered. The process that changes something forgets at once; others, and what a job or the
 * operator changes, after this time. Milliseconds.
 */
const rememberedMilliseconds = 2_000;
const rememberedKeys = 10_000;
/** How exactly it is known when a key was last used. Milliseconds. */
const usedWithin = 60_000;

interface Found extends Omit<KnownKey, "member" | "plan"> {
  plan: PlanName;
  non_expiry: boolean;
  expiry_date: Date | null;
  /** What the operator says of the API in this plan; null: nothing. */
  available: boolean | null;
  member: string;
  full_name: string;
  role: Role;
  is_active: boolean;
}

/** The keys of all companies: known ones cost at most one look-up by an index in two seconds. */
export function openKeys({ rootDb, clock }: { rootDb: RootDatabase; clock: Clock }): Keys {
  const remembered = new LRUCache<string, KnownKey>({ max: rememberedKeys, ttl: rememberedMilliseconds });
  const written = new LRUCache<string, number>({ max: rememberedKeys });

  async function lookUp(hash: Buffer): Promise<KnownKey | undefined> {
    const [found] = await sql(rootDb)<Found>`
      SELECT api_key.name::text, api_key.company::text, scopes, networks, expiry,
        member.name AS member, full_name, role::text, is_active,
        plan.plan::text, non_expiry, expiry_date, available
      FROM api_key JOIN member ON member.name = api_key.member
      JOIN subscription ON subscription.company = api_key.company JOIN plan USING (plan)
      LEFT JOIN plan_feature ON plan_feature.plan = plan.plan AND feature = 'api'
      WHERE hash = ${hash}`;
    if (found === undefined) return undefined;
    const { member: name, full_name, role, is_active, plan, non_expiry, expiry_date, available, ...key } = found;
    return {
      ...key,
      plan: {
        expiry_date: non_expiry || expiry_date === null ? "" : day(expiry_date),
        api: available ?? hasByDefault(plan, "api"),
      },
      member: { name, full_name, role, is_active },
    };
  }

  return {
    async find(text) {
      if (!isKey(text)) return undefined;
      const hash = hashKey(text);
      const id = hash.toString("base64");
      const key = remembered.get(id) ?? (await lookUp(hash));
      if (key === undefined) return undefined;
      // Not again when it was remembered: a key in use would be remembered for good.
      if (!remembered.has(id)) remembered.set(id, key);
      return key.member.is_active && (key.expiry === null || key.expiry > clock()) ? key : undefined;
    },
    forget(company) {
      for (const [id, key] of remembered.entries()) if (key.company === company) remembered.delete(id);
    },
    used({ name }, network) {
      const now = clock();
      if ((written.get(name) ?? Number.NEGATIVE_INFINITY) > now.getTime() - usedWithin) return;
      written.set(name, now.getTime());
      const data = { last_used: now, last_network: network };
      void rootDb.apiKey.updateMany({ where: { name }, data }).catch(() => written.delete(name));
    },
  };
}
