import type { Role } from "@mayfly/contracts";
import { LRUCache } from "lru-cache";
import { type Clock, day } from "../../clock.ts";
import { sql } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { PlanName } from "../../generated/prisma/client.ts";
import type { Keys, KnownKey } from "../../keys.ts";
import { hashKey, isKey } from "../../text/api_key.ts";
import { hasByDefault } from "../subscription/subscription.ts";

/**
 * How long a key is remembered. The process that changes something forgets at once; others, and what a job or the
 * operator changes, after this time. Milliseconds.
 */
const rememberedMilliseconds = 2_000;
const rememberedKeys = 10_000;
/** How long a key that was there is no guess once it has ended. Milliseconds. */
const recentMilliseconds = 3_600_000;
/** How long a key that is not there is known not to be, and is no further guess: no key comes back. Milliseconds. */
const deadMilliseconds = 60_000;
/** How exactly it is known when a key was last used. Milliseconds. */
const usedWithin = 60_000;

interface KeyRow extends Omit<KnownKey, "member" | "plan"> {
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
  const recent = new LRUCache<string, true>({ max: rememberedKeys, ttl: recentMilliseconds });
  const dead = new LRUCache<string, true>({ max: rememberedKeys, ttl: deadMilliseconds });
  const written = new LRUCache<string, number>({ max: rememberedKeys });

  async function lookUp(hash: Buffer): Promise<KnownKey | undefined> {
    const [found] = await sql(rootDb)<KeyRow>`
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

  /** Counts what was forgotten, so that a look-up that began before is not remembered. */
  let generation = 0;
  const underWay = new Map<string, Promise<KnownKey | undefined>>();

  /** One look-up for all who ask at once. */
  function ask(id: string, hash: Buffer): Promise<KnownKey | undefined> {
    const running = underWay.get(id);
    if (running) return running;
    const began = generation;
    const asked = lookUp(hash)
      .then((key) => {
        if (key === undefined) dead.set(id, true);
        else recent.set(id, true);
        if (key && generation === began) remembered.set(id, key);
        return key;
      })
      .finally(() => underWay.delete(id));
    underWay.set(id, asked);
    return asked;
  }

  return {
    async find(text) {
      if (!isKey(text)) return { isGuess: false };
      const hash = hashKey(text);
      const id = hash.toString("base64");
      // A program that goes on with a key that has ended is told so, and is no guesser.
      if (dead.has(id)) return { isGuess: false };
      const key = remembered.get(id) ?? (await ask(id, hash));
      if (key === undefined) return { isGuess: !recent.has(id) };
      const works = key.member.is_active && (key.expiry === null || key.expiry > clock());
      return works ? { key } : { isGuess: false };
    },
    forget(company) {
      generation += 1;
      underWay.clear();
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
