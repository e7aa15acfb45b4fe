import { type Contract, Download, texts } from "@mayfly/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callerBySession } from "../caller.ts";
import type { Context, CurrentMember, Handler, MemberContext, SessionCookie } from "../context.ts";
import { type CompanyDatabase, companyDatabase } from "../database/company_database.ts";
import type { RootDatabase } from "../database/database.ts";
import { ranOutOfTime } from "../database/errors.ts";
import { requireCurrentPlan } from "../features/plan/plan.ts";
import { networkOf, type Throttle, type Use } from "../limits/rate_limit.ts";
import { openSecurityLog } from "../monitoring/security_log.ts";
import { Refusal } from "../refusal.ts";
import { asFault, asRefusal } from "../wires/failure.ts";
import { invalidInput } from "../wires/invalid_input.ts";
import { formatOf, wireOf } from "../wires/wire.ts";
import { browserMark } from "./browser_mark.ts";
import { heldBytes, sendDownload } from "./download.ts";
import { openMemoryBudget } from "./sending.ts";
import { sessionCookie } from "./session_cookie.ts";
import { openShares } from "./shares.ts";

/** The part of a handler's context that is the same for every caller. */
export type GivenToCalls = Omit<
  Context,
  "session" | "browser" | "signupBrowser" | "source" | "via" | "reportSecurity" | "member"
>;

/** On the REST wire, whose callers have no cookie. */
const noSession: SessionCookie = { token: undefined, set() {}, clear() {} };

export interface CallsOptions {
  publicUrl: URL;
  /** The most connections that `rootDb` has. */
  connections: number;
  /** The database for slow calls: a statement that takes too long is broken off. */
  slow: { rootDb: RootDatabase; connections: number };
  /** The largest message that the mail receiver accepts. */
  maxMessageBytes: number;
}

/** Returns the functions that answer the contracts' calls. */
export function openCalls(given: GivenToCalls, { publicUrl, connections, slow, maxMessageBytes }: CallsOptions) {
  const { takeTurn, takeSlowTurn, takeTurnToAsk } = openShares(connections, slow.connections);
  const reserveMemory = openMemoryBudget(maxMessageBytes);

  async function contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    { prolong }: { prolong: boolean },
  ): Promise<Context | MemberContext> {
    const { rootDb, clock, secret } = given;
    const session = wireOf(request) === "rest" ? noSession : sessionCookie(request, reply, publicUrl);
    const source = networkOf(request.ip);
    const ask = () => callerBySession({ rootDb, clock }, session.token, prolong ? session.set : undefined);
    const caller = await (session.token === undefined ? undefined : takeTurnToAsk(source, ask));
    const browser = browserMark(request, reply, "known", { publicUrl, secret });
    const signupBrowser = browserMark(request, reply, "signup", { publicUrl, secret });
    const reportSecurity = openSecurityLog(request.log, source, secret);
    const { member, via = "session" } = caller ?? {};
    const context = { ...given, source, via, reportSecurity, session, browser, signupBrowser, member };
    // A guest has no company, and no handler of a guest's call uses `db`.
    return member ? { ...context, member, db: companyDatabase(rootDb, member.company) } : context;
  }

  /** @throws Refusal when the caller may not make the call */
  async function permitted(contract: Contract, request: FastifyRequest, reply: FastifyReply) {
    const context = await contextOf(request, reply, { prolong: true });
    const { access, plan } = contract;
    const { member } = context;
    await reportRefusal(contract, context, async () => {
      if (member === undefined && access !== "Guest") throw new Refusal("AuthenticationError", texts.notLoggedIn);
      if (access === "Administrator" && member?.role !== "Administrator") throw Refusal.forbidden();
      if (plan && member) await requireCurrentPlan(given.rootDb, member.company, given.clock());
    });
    return context;
  }

  /** Does a member's work in its turn. Slow work gets a database that breaks it off. */
  function inTurn<Value>(
    member: CurrentMember,
    isSlow: boolean,
    work: (waited: boolean, db: CompanyDatabase) => Promise<Value>,
  ): Promise<Value> {
    const db = companyDatabase(isSlow ? slow.rootDb : given.rootDb, member.company);
    if (!isSlow) return takeTurn(member, (waited) => work(waited, db));
    return takeSlowTurn(member, (waited) => work(waited, db)).catch((error) => {
      throw ranOutOfTime(error) ? Refusal.invalid(texts.tooSlow) : error;
    });
  }

  async function answer(contract: Contract, handle: Handler<Contract>, request: FastifyRequest, reply: FastifyReply) {
    void reply.header("cache-control", "no-store");
    const context = await permitted(contract, request, reply);
    const input = contract.input.safeParse(inputOf(request), { reportInput: true });
    if (!input.success) throw invalidInput(input.error);
    const work = async (waited: boolean, db?: CompanyDatabase) => {
      // A client that hung up while waiting may have repeated the call, so this one is dropped. A member who was
      // deactivated meanwhile is refused.
      if (request.socket.destroyed) throw Refusal.invalid("The caller has gone.");
      const now = waited ? await permitted(contract, request, reply) : context;
      const given = db ? { ...now, db } : now;
      return reportRefusal(contract, now, () => handleFairly(handle, given, input.data));
    };
    const member = contract.access === "Guest" ? undefined : context.member;
    const isSlow = handle.isSlow?.(context as MemberContext, input.data) === true;
    const output = contract.output.parse(await (member === undefined ? work(false) : inTurn(member, isSlow, work)));
    const company = member?.company;
    const whose = company ?? context.source;
    if (contract.output === Download) {
      const file = output as Download;
      reserveMemory(reply, file.company ?? whose, heldBytes(file));
      return sendDownload(reply, file);
    }
    const { status, headers, contentType, body } = formatOf(contract).answer(contract, output);
    reserveMemory(reply, whose, Buffer.byteLength(body));
    return reply.code(status).headers(headers).type(contentType).send(body);
  }

  return { answer, contextOf, inTurn };
}

/** Logs that somebody with a session, be it one that has ended, may not do what they ask for. */
async function reportRefusal<Result>(
  contract: Contract,
  { session, member, reportSecurity }: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  const { access, path } = contract;
  try {
    return await work();
  } catch (error) {
    const isOfRights = error instanceof Refusal && ["AuthenticationError", "PermissionError"].includes(error.type);
    if (isOfRights && access !== "Guest" && session.token !== undefined) {
      reportSecurity("access_refused", member?.name, { call: path, status: formatOf(contract).statusOf(error) });
    }
    throw error;
  }
}

/** A call that fails by our own fault does not count against its caller's rate limits. */
async function handleFairly(handle: Handler<Contract>, context: Context | MemberContext, input: unknown) {
  const { throttle } = context;
  const used = new Set<Use>();
  const use: Throttle["use"] = async (...uses) => {
    await throttle.use(...uses);
    for (const one of uses) used.add(one);
  };
  const giveBack: Throttle["giveBack"] = async (...uses) => {
    await throttle.giveBack(...uses);
    for (const one of uses) used.delete(one);
  };
  try {
    return await handle({ ...context, throttle: { ...throttle, use, giveBack } } as never, input as never);
  } catch (error) {
    if ((asRefusal(error) ?? asFault(error)).isFault) await throttle.giveBack(...used);
    throw error;
  }
}

/** Query, body and path parameters form one set of fields, as in the framework. */
function inputOf(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {};
  if (typeof body !== "object" || Array.isArray(body)) throw Refusal.unread("The request body must be an object.");
  return { ...(request.query as object), ...body, ...(request.params as object) };
}
