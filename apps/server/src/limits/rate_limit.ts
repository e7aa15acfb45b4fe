import type { Redis } from "ioredis";
import ipaddr from "ipaddr.js";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "../refusal.ts";

/** `points` uses are allowed in `duration` seconds, before RATE_LIMIT_FACTOR is applied (threats 33, 34 and 36). */
const limits = {
  /** Wrong passwords for one account from one source: enough for a person who tries all the passwords they have. */
  login_account_source: { points: 10, duration: 900 },
  /** Wrong passwords for one account from anywhere: so many that one source alone cannot keep the owner out. */
  login_account: { points: 300, duration: 3600 },
  /** The same, from browsers that have logged in to the account before. */
  login_account_known: { points: 30, duration: 3600 },
  login_source: { points: 100, duration: 900 },
  /** Registrations of one address from one source; and from anywhere: so many that one source cannot keep its owner out. */
  register_account_source: { points: 5, duration: 3600 },
  register_account: { points: 60, duration: 3600 },
  register_source: { points: 20, duration: 3600 },
  code_source: { points: 60, duration: 900 },
  resend_account_source: { points: 6, duration: 3600 },
  resend_account: { points: 60, duration: 3600 },
  resend_source: { points: 30, duration: 3600 },
  /** Links to set a password, which each work for as long as the owner would have to wait for another. */
  reset_account_source: { points: 3, duration: 3600 },
  reset_account: { points: 30, duration: 3600 },
  reset_source: { points: 20, duration: 3600 },
  reset_token_source: { points: 60, duration: 900 },
  password_member: { points: 10, duration: 900 },
  /** Checks of DNS records. */
  domain_company: { points: 60, duration: 900 },
  /** Test events and redeliveries: plenty for a person, too few for an attacker who would use this server as a tool. */
  webhook_company: { points: 60, duration: 60 },
  /** Test mails to one's own addresses. */
  test_mail_member: { points: 20, duration: 60 },
  /** Mail for the postmaster, from one network and from everywhere. */
  postmaster_source: { points: 20, duration: 3600 },
  postmaster: { points: 200, duration: 3600 },
  invite_company: { points: 60, duration: 3600 },
  /** Invitations of one person sent again, and links made for them. */
  invite_again: { points: 10, duration: 86_400 },
  /** Authorization headers that hold no key. Guessing is hopeless: this is against the work that each costs. */
  key_source: { points: 60, duration: 60 },
  /** Calls with one key, and with all keys of a company: a test suite has many workers. */
  api_key: { points: 6_000, duration: 60 },
  api_company: { points: 12_000, duration: 60 },
} as const;
type RateLimit = keyof typeof limits;
export type Use = [limit: RateLimit, key: string];

/** The limits of what is mailed to an address, by who asks for it first (threat 61). */
export const mailLimits = (what: "register" | "resend" | "reset", address: string, source: string): Use[] => [
  [`${what}_source`, source],
  [`${what}_account_source`, `${address} ${source}`],
  [`${what}_account`, address],
];

/** What is left of a limit. */
export interface Counted {
  /** How many uses are allowed in `window` seconds. */
  quota: number;
  window: number;
  left: number;
  /** Seconds until all are allowed again. */
  reset: number;
  /** This use was one too many. */
  exceeded: boolean;
}

export interface Throttle {
  /**
   * Counts one use of each limit and key, or of none if one is used up. A call that then fails by our own fault gets
   * its uses back.
   * @throws Refusal TooManyRequests, with the seconds until it is allowed again, when one of them is used up
   */
  use(...uses: Use[]): Promise<void>;
  /** Counts one use and tells what is left, also when nothing is. Undefined: the limits are off. */
  count(limit: RateLimit, key: string): Promise<Counted | undefined>;
  /** Takes one use of each back, if it turned out not to be what the limit counts. */
  giveBack(...uses: Use[]): Promise<void>;
  /** Takes all uses of each limit and key back. */
  forget(...uses: Use[]): Promise<void>;
}

/** Counts in memory, or in Redis when several processes count together; in memory again while Redis is away. */
export function openThrottle({ factor, redis }: { factor: number; redis: Redis | undefined }): Throttle {
  const nothing = async () => undefined;
  if (factor === 0) return { use: nothing, count: nothing, giveBack: nothing, forget: nothing };
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, { points, duration }]) => {
      const settings = { keyPrefix: `limit:${name}`, points: Math.max(1, Math.round(points * factor)), duration };
      const memory = new RateLimiterMemory(settings);
      if (redis === undefined) return [name, memory];
      return [name, new RateLimiterRedis({ ...settings, storeClient: redis, insuranceLimiter: memory })];
    }),
  ) as unknown as Record<RateLimit, RateLimiterAbstract>;
  const giveBack: Throttle["giveBack"] = async (...uses) => {
    for (const [limit, key] of uses) await limiters[limit].reward(key);
  };
  return {
    async use(...uses) {
      for (const [at, [limit, key]] of uses.entries()) {
        await limiters[limit].consume(key).catch(async (refused) => {
          if (!(refused instanceof RateLimiterRes)) throw refused;
          await giveBack(...uses.slice(0, at + 1));
          throw Refusal.tooMany(Math.ceil(refused.msBeforeNext / 1000));
        });
      }
    },
    async count(limit, key) {
      const limiter = limiters[limit];
      const { points: quota, duration: window } = limiter;
      const counted = ({ remainingPoints, msBeforeNext }: RateLimiterRes, exceeded: boolean) => ({
        ...{ quota, window, exceeded },
        left: Math.max(0, remainingPoints),
        reset: Math.ceil(msBeforeNext / 1000),
      });
      return limiter.consume(key).then(
        (result) => counted(result, false),
        (refused) => {
          if (!(refused instanceof RateLimiterRes)) throw refused;
          return counted(refused, true);
        },
      );
    },
    giveBack,
    async forget(...uses) {
      for (const [limit, key] of uses) await limiters[limit].delete(key);
    },
  };
}

/** What counts as one source: an IPv4 address, or the /64 that an IPv6 subscriber has to themselves. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString() : ip.toString();
}
