import { type ApiKey, api_key, daySeconds, type Scope, scopeSets, scopes } from "@mayfly/contracts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../data/api.ts";
import { soonDays } from "./limits.ts";

export const apiKeysQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: ["api-keys", page, size],
    async queryFn() {
      const start = (page - 1) * size;
      const { api_keys, count } = await call(api_key.get_api_keys, { start, limit: size });
      return { keys: api_keys, count };
    },
    placeholderData: keepPreviousData,
  });

const same = (these: readonly Scope[], those: readonly Scope[]) =>
  scopes.every((scope) => these.includes(scope) === those.includes(scope));

/** The name of the ready set that these scopes are, if they are one. */
export const setOf = (chosen: readonly Scope[]) =>
  Object.keys(scopeSets).find((name) => same(scopeSets[name] ?? [], chosen));

/** The server tells its time in whole seconds; a key that was rotated without an overlap has ended all the same. */
const behind = 1_500;

/** How much life a key has left. */
export function stateOf({ expiry }: Pick<ApiKey, "expiry">, now: number): "lasting" | "ending" | "expired" {
  if (expiry === null) return "lasting";
  const left = Date.parse(expiry) - now;
  if (left <= behind) return "expired";
  return left <= soonDays * daySeconds * 1000 ? "ending" : "lasting";
}

/** Tells one key from another of the same name, for a button's label. */
export const nameOf = ({ key_name, first }: Pick<ApiKey, "key_name" | "first">) => `${key_name}, ${first}…`;

/** The networks in a text that has one on each line. */
export const networksIn = (text: string) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
