import type { Contract } from "@mayfly/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Caller, callerByKey, callerBySession, requireAccess, requireReach } from "../caller.ts";
import type { Context, MemberContext, SessionCookie, TurnContext } from "../context.ts";
import { companyDatabase } from "../database/company_database.ts";
import { requireCurrentPlan } from "../features/subscription/subscription.ts";
import { networkOf } from "../limits/rate_limit.ts";
import { openSecurityLog } from "../monitoring/security_log.ts";
import { Refusal } from "../refusal.ts";
import { formatOf, wireOf } from "../wires/wire.ts";
import { browserMark } from "./browser_mark.ts";
import { countCall, countWrongKey } from "./rate_limit_headers.ts";
import { sessionCookie } from "./session_cookie.ts";
import type { openShares } from "./shares.ts";

/** The part of a handler's context that is the same for every caller. */
export type GivenToCalls = Omit<
  Context,
  "session" | "browser" | "signupBrowser" | "source" | "via" | "key" | "reportSecurity" | "member"
>;

/** What is known of a member's call before its turn. */
export type Admitted = Omit<MemberContext, "asSlowCall">;

/** On the REST wire, whose callers have no cookie. */
const noSession: SessionCookie = { token: undefined, set() {}, clear() {} };

const isMembers = (context: Context | Admitted): context is Admitted => context.member !== undefined;
const isKeys = (context: Context | Admitted): context is TurnContext => isMembers(context) && context.key !== undefined;

/** Returns the functions that say who makes a request, and what they may. */
export function openPermits(
  given: GivenToCalls,
  publicUrl: URL,
  { takeTurnToAsk }: Pick<ReturnType<typeof openShares>, "takeTurnToAsk">,
) {
  async function contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    { prolong }: { prolong: boolean },
  ): Promise<Context | Admitted> {
    const { rootDb, clock, secret } = given;
    const isRest = wireOf(request) === "rest";
    const session = isRest ? noSession : sessionCookie(request, reply, publicUrl);
    const source = networkOf(request.ip);
    const bySession = () => callerBySession({ rootDb, clock }, session.token, prolong ? session.set : undefined);
    let caller: Caller | undefined;
    if (isRest) caller = await keyCallerOf(request, reply);
    if (session.token !== undefined) caller = await takeTurnToAsk(source, bySession);
    const browser = browserMark(request, reply, "known", { publicUrl, secret });
    const signupBrowser = browserMark(request, reply, "signup", { publicUrl, secret });
    const reportSecurity = openSecurityLog(request.log, source, secret);
    const { member, via = "session", key } = caller ?? {};
    const context = { ...given, source, via, key, reportSecurity, session, browser, signupBrowser, member };
    // A guest has no company, and no handler of a guest's call uses `db`.
    return member ? { ...context, member, db: companyDatabase(rootDb, member.company) } : context;
  }

  /** Who makes a request, by its key. @throws Refusal when it comes with none that works */
  async function keyCallerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    // Node takes the first of several, and a proxy before it perhaps the last.
    const [authorization, ...more] = request.raw.headersDistinct["authorization"] ?? [];
    if (authorization === undefined) return undefined;
    if (more.length > 0) throw Refusal.unread("Send one Authorization header only.");
    const network = networkOf(request.ip);
    const countGuess = () => countWrongKey(given.throttle, network, reply);
    return takeTurnToAsk(network, () => callerByKey(given.keys, authorization, { network, countGuess }));
  }

  /**
   * Counts a request of the REST wire by its key, once and before its body is read, so that every answer to it says what is
   * left, whatever else is wrong with it (row Q11).
   * @throws Refusal when its key does not work or has made too many
   */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await keyCallerOf(request, reply);
    if (caller?.key === undefined) return;
    request.key = caller.key.name;
    await countCall(given.throttle, caller.key, reply);
  }

  /** @throws Refusal when the caller may not make the call */
  async function permitted(contract: Contract, request: FastifyRequest, reply: FastifyReply) {
    const context = await contextOf(request, reply, { prolong: true });
    const { member, key } = context;
    await reportRefusal(contract, context, async () => {
      requireAccess(contract, member, key);
      if (key) requireReach(contract, key, request.ip, given.clock());
      if (contract.plan && member && !key) await requireCurrentPlan(given.rootDb, member.company, given.clock());
    });
    return context;
  }

  /** The same for a call of members. */
  async function permitMember(contract: Contract, request: FastifyRequest, reply: FastifyReply): Promise<Admitted> {
    const context = await permitted(contract, request, reply);
    if (!isMembers(context)) throw new Error(`${contract.path} lets guests in`);
    return context;
  }

  /** The same for a call of the REST API, whose callers have a key. */
  async function permitKey(contract: Contract, request: FastifyRequest, reply: FastifyReply): Promise<TurnContext> {
    const context = await permitted(contract, request, reply);
    if (!isKeys(context)) throw new Error(`${contract.path} lets callers in without a key`);
    return context;
  }

  return { admit, contextOf, permitted, permitMember, permitKey };
}

/** What has been refused outside the report of its call, and needs none. */
const reported = new WeakSet<object>();

export function asReported(error: unknown): never {
  if (typeof error === "object" && error !== null) reported.add(error);
  throw error;
}

/** Logs that somebody with a key, or a session, be it one that has ended, may not do what they ask for. */
export async function reportRefusal<Result>(
  contract: Contract,
  { session, key, member, reportSecurity }: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  const { access, path } = contract;
  try {
    return await work();
  } catch (error) {
    const isRefusal = error instanceof Refusal && !reported.has(error);
    const isOfRights = isRefusal && ["AuthenticationError", "PermissionError"].includes(error.type);
    if (isOfRights && access !== "Guest" && (session.token !== undefined || key)) {
      reportSecurity("access_refused", member?.name, { call: path, status: formatOf(contract).statusOf(error) });
    }
    throw error;
  }
}
