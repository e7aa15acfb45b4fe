import { counted as inWords } from "@mayfly/contracts";
import type { FastifyReply } from "fastify";
import type { KnownKey } from "../features/api_key/api_key.ts";
import type { Counted, Throttle } from "../limits/rate_limit.ts";
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
  tell(reply, known);
  const waits = known.filter(({ exceeded }) => exceeded).map(({ reset }) => reset);
  if (waits.length > 0) throw Refusal.tooMany(Math.max(1, ...waits));
}

/**
 * Counts a key that nobody has as a guess of its network. Only what is wrong is refused: a key that works is not looked at here
 * (threat 52).
 * @throws Refusal TooManyRequests when the network has made too many
 */
export async function countWrongKey(throttle: Throttle, network: string, reply: FastifyReply): Promise<void> {
  const guesses = await throttle.count("key_source", network);
  if (guesses === undefined || !guesses.exceeded) return;
  tell(reply, [{ policy: "guesses", ...guesses }]);
  const { reset } = guesses;
  throw Refusal.tooMany(reset, tooManyGuesses(reset)).as("too_many_guesses");
}

const tooManyGuesses = (seconds: number) =>
  `The key does not exist, and your network has sent too many such keys. Check the key, and try again in ${inWords(seconds, "second")}. Valid keys still work.`;

function tell(reply: FastifyReply, known: ({ policy: string } & Counted)[]): void {
  const policies = known.map(({ policy, quota, window }) => `"${policy}";q=${quota};w=${window}`);
  const left = known.map(({ policy, left, reset }) => `"${policy}";r=${left};t=${reset}`);
  void reply.headers({ "ratelimit-policy": policies.join(", "), ratelimit: left.join(", ") });
}
