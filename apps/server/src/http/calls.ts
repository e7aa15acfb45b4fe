import { type Contract, Download, requestOf, resources } from "@mayfly/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Caller, callerByKey, callerBySession, requireAccess, requireReach } from "../caller.ts";
import type {
  Context,
  CurrentMember,
  Handler,
  HeldContext,
  KeyContext,
  MemberContext,
  SessionCookie,
  TurnContext,
} from "../context.ts";
import { type CompanyDatabase, companyDatabase } from "../database/company_database.ts";
import type { RootDatabase } from "../database/database.ts";
import {
  answerHeldOnce,
  answerOnce,
  idempotencyKeyOf,
  type Kept,
  type Once,
} from "../features/idempotency/idempotency.ts";
import { requireCurrentPlan } from "../features/subscription/subscription.ts";
import { networkOf, type Throttle, type Use } from "../limits/rate_limit.ts";
import { openSecurityLog } from "../monitoring/security_log.ts";
import { Refusal } from "../refusal.ts";
import { asFault, asRefusal } from "../wires/failure.ts";
import type { Answer } from "../wires/format.ts";
import { invalidInput } from "../wires/invalid_input.ts";
import { formatOf, wireOf } from "../wires/wire.ts";
import { browserMark } from "./browser_mark.ts";
import { bodyOf, inputOf, isAboutPath } from "./call_input.ts";
import { heldBytes, sendDownload } from "./download.ts";
import { countCall, countWrongKey } from "./rate_limit_headers.ts";
import { openMemoryBudget } from "./sending.ts";
import { sessionCookie } from "./session_cookie.ts";
import { openTurns, type Turn } from "./turns.ts";

/** The part of a handler's context that is the same for every caller. */
export type GivenToCalls = Omit<
  Context,
  "session" | "browser" | "signupBrowser" | "source" | "via" | "key" | "reportSecurity" | "member"
>;

const isTransaction = ({ wire, verb }: Contract) => wire === "rest" && verb === "POST";

/** On the REST wire, whose callers have no cookie. */
const noSession: SessionCookie = { token: undefined, set() {}, clear() {} };

/** What is known of a member's call before its turn. */
type Admitted = Omit<MemberContext, "asSlowCall">;

/** A call that is to be answered. */
interface Asked {
  /** Who asks, and how their client is told. */
  request: FastifyRequest;
  reply: FastifyReply;
  /** Reads the call's fields. */
  read(): unknown;
  /** What is answered only once. */
  once(context: Admitted): Once | undefined;
}

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
  const turns = openTurns({ rootDb: given.rootDb, connections }, slow);
  const { inTurn, takeTurn, takeTurnToRead, takeTurnToAsk } = turns;
  const reserveMemory = openMemoryBudget(maxMessageBytes);

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

  /**
   * What a call answers to the caller of a request, which need not be the request of that call.
   * @throws Refusal
   */
  async function answerOf(
    contract: Contract,
    handle: Handler<Contract>,
    { request, reply, read, once }: Asked,
  ): Promise<{ whose: string; answer: Answer | Download }> {
    const context = await permitted(contract, request, reply);
    const input = contract.input.safeParse(read(), { reportInput: true });
    if (!input.success) {
      // What a path cannot name is not there.
      if (contract.wire === "rest" && isAboutPath(contract, input.error)) throw Refusal.notFound();
      throw invalidInput(input.error);
    }
    const askAgain = () => permitted(contract, request, reply);
    // Of a wait among slow calls, the handler hears by the refusal, which has been reported.
    const stillMay = async () => (await askAgain().catch(asReported)).member as CurrentMember;
    const work = async (turn?: Turn): Promise<Answer | Download> => {
      // A client that hung up while waiting may have repeated the call, so this one is dropped. A member who was
      // deactivated meanwhile is refused.
      if (request.socket.destroyed) throw Refusal.invalid("The caller closed the connection.");
      const now = turn?.waited ? await askAgain() : context;
      return reportRefusal(contract, now, async () => {
        if (isTransaction(contract) && turn) {
          const given = { ...(now as Admitted), db: turn.db };
          const asked = once(given);
          if (asked || !handle.isSingle) return answerInOne(contract, given, handle, input.data, asked, reply);
        }
        const given = turn ? ({ ...now, db: turn.db, asSlowCall: turn.asSlowCall } as MemberContext) : now;
        const output = contract.output.parse(await handleFairly(handle, given, input.data));
        return contract.output === Download ? (output as Download) : formatOf(contract).answer(contract, output);
      });
    };
    const member = contract.access === "Guest" ? undefined : context.member;
    const answer = contract.held
      ? await answerHeld(contract, context as TurnContext, handle, input.data, { request, reply, once })
      : await (member === undefined ? work() : inTurn(member, stillMay, work));
    return { whose: member?.company ?? context.source, answer };
  }

  async function answer(contract: Contract, handle: Handler<Contract>, request: FastifyRequest, reply: FastifyReply) {
    void reply.header("cache-control", "no-store");
    const { whose, answer } = await answerOf(contract, handle, {
      request,
      reply,
      read: () => inputOf(contract, request),
      once: (context) =>
        onceOf(contract, context, request, { params: request.params as object, body: bodyOf(request) }),
    });
    if ("filename" in answer) {
      reserveMemory(reply, answer.company ?? whose, heldBytes(answer));
      return sendDownload(reply, answer);
    }
    const { status, headers, contentType, body } = answer;
    reserveMemory(reply, whose, Buffer.byteLength(body));
    return reply.code(status).headers(headers).type(contentType).send(body);
  }

  /**
   * Makes a call for the caller of another request, which was counted, with the same rights.
   * @param place in a request with several messages, the one that it is made for: an Idempotency-Key holds for each by itself
   * @returns what it answers in JSON; undefined when that is nothing
   * @throws Refusal
   */
  async function ask(
    contract: Contract,
    handle: Handler<Contract>,
    {
      input,
      place,
      request,
      reply,
    }: { input: object; place: number | undefined; request: FastifyRequest; reply: FastifyReply },
  ): Promise<unknown> {
    const { answer } = await answerOf(contract, handle, {
      ...{ request, reply },
      read: () => input,
      once(context) {
        const once = onceOf(contract, context, request, { params: input, body: input });
        return once && place !== undefined ? { ...once, idempotencyKey: `${once.idempotencyKey}\n${place}` } : once;
      },
    });
    if ("filename" in answer) throw new Error(`${contract.path} answers with a file`);
    return answer.body === "" ? undefined : JSON.parse(answer.body);
  }

  /**
   * Whose key a request comes with.
   * @throws Refusal when it comes with none, or with one that may do nothing
   */
  const callerOf = async (request: FastifyRequest, reply: FastifyReply) =>
    (await permitted(resources.me.get, request, reply)) as TurnContext;

  /** A call that may be answered much later: what it asks of the database is done in turns, each for itself. */
  async function answerHeld(
    contract: Contract,
    context: TurnContext,
    handle: Handler<Contract>,
    input: unknown,
    { request, reply, once }: Omit<Asked, "read">,
  ): Promise<Answer> {
    const { member, db } = context;
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    if (reply.raw.closed) gone.abort();
    // The client has nothing to say until it is answered.
    request.raw.socket.setTimeout(0);
    const turn: HeldContext["inTurn"] = (work, { readsMail }) =>
      (readsMail ? takeTurnToRead : takeTurn)(member, async () => {
        if (gone.signal.aborted) throw Refusal.invalid("The caller closed the connection.");
        const now = (await permitted(contract, request, reply)) as TurnContext;
        return reportRefusal(contract, now, () => work(now));
      });
    const asked = once(context);
    const { raw } = reply;
    const held: HeldContext = {
      ...{ ...context, inTurn: turn, signal: gone.signal, elapsed: () => reply.elapsedTime },
      ifLost(undo) {
        // What is kept for an Idempotency-Key is not lost.
        if (asked !== undefined) return;
        const undoIfLost = () => {
          if (raw.writableFinished) return;
          undo().catch((error) => request.log.error({ err: error }, "what a lost answer did cannot be undone"));
        };
        if (raw.closed) undoIfLost();
        else raw.once("close", undoIfLost);
      },
    };
    const { isReplayed, output } = await answerHeldOnce(db, given.clock, asked, {
      work: async () => contract.output.parse(await handleFairly(handle, held as never, input)),
      keep: (output) => handle.repeat?.keep(output) as Kept | undefined,
      again: (kept) =>
        turn(async (now) => contract.output.parse(await handle.repeat?.again(now, kept)), { readsMail: true }),
    });
    // The server is stopping since the request came, and closes only connections that it tells so.
    if (given.waiters.isStopped) void reply.header("connection", "close");
    if (isReplayed) void reply.header("idempotent-replayed", "true");
    return formatOf(contract).answer(contract, output);
  }

  /** A POST of the REST API: its transaction keeps the answer, if the request has an Idempotency-Key. */
  async function answerInOne(
    contract: Contract,
    context: Admitted,
    handle: Handler<Contract>,
    input: unknown,
    once: Once | undefined,
    reply: FastifyReply,
  ): Promise<Answer> {
    const { db } = context;
    const { isReplayed, output } = await answerOnce(db, given.clock, once, {
      work: async (tx) =>
        contract.output.parse(await handleFairly(handle, { ...context, db: tx as CompanyDatabase }, input)),
      keep: (output) => (handle.repeat?.keep(output) ?? {}) as Kept,
      again: async (tx, kept) =>
        contract.output.parse(await handle.repeat?.again({ ...(context as KeyContext), db: tx }, kept)),
    });
    if (isReplayed) void reply.header("idempotent-replayed", "true");
    return formatOf(contract).answer(contract, output);
  }

  return { admit, answer, ask, callerOf, reserveMemory, contextOf, inTurn };
}

/** What the request's Idempotency-Key holds for, if it has one. */
function onceOf(
  contract: Contract,
  { key, member }: Admitted,
  request: FastifyRequest,
  { params, body }: { params: object; body: object },
): Once | undefined {
  const idempotencyKey = idempotencyKeyOf(request.raw.headersDistinct["idempotency-key"]);
  if (idempotencyKey === undefined) return undefined;
  const [path = ""] = requestOf({ ...contract, verb: "GET" }, params).path.split("?");
  // Of a wait, a later attempt has less time left.
  const fields = contract.held ? { ...body, timeout: undefined } : body;
  return { api_key: key?.name ?? "", company: member.company, path, idempotencyKey, body: fields };
}

/** What has been refused outside the report of its call, and needs none. */
const reported = new WeakSet<object>();

function asReported(error: unknown): never {
  if (typeof error === "object" && error !== null) reported.add(error);
  throw error;
}

/** Logs that somebody with a key, or a session, be it one that has ended, may not do what they ask for. */
async function reportRefusal<Result>(
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

/** A call that fails by our own fault does not count against its caller's rate limits. */
async function handleFairly(handle: Handler<Contract>, context: Context | Admitted, input: unknown) {
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
