import { fastifyCookie } from "@fastify/cookie";
import { type Contract, texts } from "@mayfly/contracts";
import type { Clock } from "./clock.ts";
import type { CurrentMember, Via } from "./context.ts";
import type { RootDatabase } from "./database/database.ts";
import { isWithin, type Keys, type KnownKey } from "./features/api_key/api_key.ts";
import { memberOfToken } from "./features/session/session.ts";
import { lacks, refuseExpired } from "./features/subscription/subscription.ts";
import { Refusal } from "./refusal.ts";

/** Who makes a request, and by what it was known. Cookies count on the web app's wire alone, keys on the REST wire. */
export interface Caller {
  member: CurrentMember;
  via: Via;
  /** The key that a program came with. */
  key?: KnownKey;
}

/** The token of a session in a request's Cookie header. @param name the cookie's */
export const sessionTokenIn = (header: string | undefined, name: string): string | undefined =>
  fastifyCookie.parse(header ?? "")[name] ?? undefined;

/** @param prolong sets the cookie again; without it the session is only read. Undefined: a guest */
export async function callerBySession(
  { rootDb, clock }: { rootDb: RootDatabase; clock: Clock },
  token: string | undefined,
  prolong?: (token: string) => void,
): Promise<Caller | undefined> {
  const member = await memberOfToken(rootDb, clock, token, prolong);
  return member && { member, via: "session" };
}

/**
 * @param header the request's Authorization
 * @param source the client's network, whose guesses are counted. A key that works is taken however many there were (threat 52).
 * @returns undefined when the header is of another scheme
 * @throws Refusal when it holds no key that works
 */
export async function callerByKey(
  keys: Keys,
  header: string,
  source: { network: string; countGuess: () => Promise<void> },
): Promise<Caller | undefined> {
  // Trimmed and without a second run of blanks in the pattern: a header of 16 kB of them would take seconds (threat 59).
  const [isBearer, text = ""] = /^Bearer(?:[ \t]+(\S+))?$/i.exec(header.trim()) ?? [];
  if (isBearer === undefined) return undefined;
  const { key, ...found } = await keys.find(text);
  if (key === undefined) {
    if ("isGuess" in found && found.isGuess) await source.countGuess();
    throw new Refusal("AuthenticationError", "The key does not exist or is no longer valid.").as("invalid_key");
  }
  keys.used(key, source.network);
  const { name, full_name, role } = key.member;
  return { member: { name, full_name, role, company: key.company }, via: "key", key };
}

/**
 * @param address the client's
 * @throws Refusal when the key may not be used from there, or its plan or its scopes do not reach to the call
 */
export function requireReach({ plan: isOfPlan, scope }: Contract, key: KnownKey, address: string, now: Date): void {
  const { plan, scopes, networks } = key;
  if (isOfPlan) {
    if (networks.length > 0 && !isWithin(address, networks)) {
      throw Refusal.forbidden(`This key may not be used from ${address}, the address that this server sees.`).as(
        "network_not_allowed",
      );
    }
    refuseExpired(plan, now);
    if (!plan.api) throw lacks("api");
  }
  if (scope && !scopes.includes(scope)) {
    throw Refusal.forbidden(`The key lacks the scope ${scope}.`).as("insufficient_scope", { required_scope: scope });
  }
}

/** @throws Refusal when the call is not for this caller */
export function requireAccess({ access, wire }: Contract, member: CurrentMember | undefined, key?: KnownKey): void {
  // Whatever else is known of a caller: the REST API is for keys.
  if (wire === "rest" && key === undefined) {
    throw new Refusal("AuthenticationError", "Send a key: Authorization: Bearer mfly_…");
  }
  if (member === undefined && access !== "Guest") throw new Refusal("AuthenticationError", texts.notLoggedIn);
  if (access === "Administrator" && member?.role !== "Administrator") throw Refusal.forbidden();
}
