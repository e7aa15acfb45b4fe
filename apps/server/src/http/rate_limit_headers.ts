import type { FastifyReply } from "fastify";
import type { KnownKey } from "../features/api_key/api_key.ts";
import type { Throttle } from "../limits/rate_limit.ts";
import { Refusal } from "../refusal.ts";

/**
 * Counts a call with a key, and says in the headers what is left (draft-ietf-httpapi-ratelimit-headers, row Q11).
 * @throws Refusal TooManyRequests when the key, or its company, has made too many
 */
export async function countCall(throttle: Throttle, { name, company }: KnownKey, reply: FastifyReply): Promise<void> {
  const counts = await Promise.all([
    throttle.count("api_key", name).then((counted) => counted && { policy: "key", ...counted }),
    throttle.count("api_company", company).then((counted) => counted && { policy: "company", ...counted }),
  ]);
  const known = counts.filter((one) => one !== undefined);
  if (known.length === 0) return;
  const policies = known.map(({ policy, quota, window }) => `"${policy}";q=${quota};w=${window}`);
  const left = known.map(({ policy, left, reset }) => `"${policy}";r=${left};t=${reset}`);
  void reply.headers({ "ratelimit-policy": policies.join(", "), ratelimit: left.join(", ") });
  const waits = known.filter(({ exceeded }) => exceeded).map(({ reset }) => reset);
  if (waits.length > 0) throw Refusal.tooMany(Math.max(1, ...waits));
}
