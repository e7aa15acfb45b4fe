import type { FastifyReply } from "fastify";
import type { KnownKey } from "../features/api_key/api_key.ts";
import type { Throttle } from "../limits/rate_limit.ts";
import { Refusal } from "../refusal.ts";

/**
 * Counts a call with a key, and says in the headers what is left (draft-ietf-httpapi-ratelimit-headers, row Q11).
 * @throws Refusal TooManyRequests when the key, or its company, has made too many
 */
export async function countCall(throttle: Throttle, { name, company }: KnownKey, reply: FastifyReply): Promise<void> {
  const ofKey = await throttle.count("api_key", name);
  if (ofKey === undefined) return;
  // What a key is refused does not count for its company, whose other keys go on.
  const ofCompany = ofKey.exceeded ? undefined : await throttle.count("api_company", company);
  const known = [{ policy: "key", ...ofKey }, ...(ofCompany ? [{ policy: "company", ...ofCompany }] : [])];
  const policies = known.map(({ policy, quota, window }) => `"${policy}";q=${quota};w=${window}`);
  const left = known.map(({ policy, left, reset }) => `"${policy}";r=${left};t=${reset}`);
  void reply.headers({ "ratelimit-policy": policies.join(", "), ratelimit: left.join(", ") });
  const waits = known.filter(({ exceeded }) => exceeded).map(({ reset }) => reset);
  if (waits.length > 0) throw Refusal.tooMany(Math.max(1, ...waits));
}
