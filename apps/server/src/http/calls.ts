import { type Contract, Download, texts } from "@mayfly/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context, Handler, MemberContext } from "../context.ts";
import { companyDatabase } from "../database/database.ts";
import { requireCurrentPlan } from "../features/plan/plan.ts";
import { memberOfToken } from "../features/session/session.ts";
import { networkOf, type Throttle, type Use } from "../rate_limit.ts";
import { Refusal } from "../refusal.ts";
import { openTurns } from "../turns.ts";
import { heldBytes, sendDownload } from "./download.ts";
import { asFault, asRefusal, invalidInput } from "./envelope.ts";
import { knownBrowser } from "./known_browser.ts";
import { openRoom } from "./sending.ts";
import { sessionCookie } from "./session_cookie.ts";

/** What every call is given, whoever makes it. */
export type GivenToCalls = Omit<Context, "session" | "browser" | "source" | "member">;

export interface CallsOptions {
  publicUrl: URL;
  /** Calls of one company that are answered at once: fewer than there are connections to the database. */
  callsOfCompany: number;
  /** Of mail that comes in. */
  maxMessageBytes: number;
}

/** Calls of one company that wait for its others. */
const callsWaiting = 300;
/** Calls from one network that wait for it to be known whose they are. Many companies may share one. */
const asksWaiting = 3_000;

/** How the contracts' calls are answered. */
export function openCalls(given: GivenToCalls, { publicUrl, callsOfCompany, maxMessageBytes }: CallsOptions) {
  const turns = (waiting: number) =>
    openTurns({ atOnce: () => callsOfCompany, waiting: { most: () => waiting, full: () => Refusal.tooMany(1) } });
  const takeTurn = turns(callsWaiting);
  const takeTurnToAsk = turns(asksWaiting);
  const takeRoom = openRoom(maxMessageBytes);

  async function contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    { prolong }: { prolong: boolean },
  ): Promise<Context | MemberContext> {
    const { world, clock, secret } = given;
    const session = sessionCookie(request, reply, publicUrl);
    const source = networkOf(request.ip);
    const ask = () => memberOfToken(world, clock, session.token, prolong ? session.set : undefined);
    const member = await (session.token === undefined ? undefined : takeTurnToAsk(source, ask));
    const browser = knownBrowser(request, reply, { publicUrl, secret });
    const context = { ...given, source, session, browser, member };
    // A guest's call has no company, and no handler of one asks for `db`.
    return member ? { ...context, member, db: companyDatabase(world, member.company) } : context;
  }

  /** @throws Refusal when the caller may not make the call */
  async function permitted({ access, plan }: Contract, request: FastifyRequest, reply: FastifyReply) {
    const context = await contextOf(request, reply, { prolong: true });
    const { member } = context;
    if (member === undefined && access !== "Guest") throw new Refusal("AuthenticationError", texts.notLoggedIn);
    if (access === "Administrator" && member?.role !== "Administrator") throw Refusal.forbidden();
    if (plan && member) await requireCurrentPlan(given.world, member.company, given.clock());
    return context;
  }

  async function answer(contract: Contract, handle: Handler<Contract>, request: FastifyRequest, reply: FastifyReply) {
    void reply.header("cache-control", "no-store");
    const context = await permitted(contract, request, reply);
    const input = contract.input.safeParse(inputOf(request), { reportInput: true });
    if (!input.success) throw invalidInput(input.error);
    const work = async (waited: boolean) => {
      // Who has gone while waiting, and perhaps asks again, wants it done no more; who was let go may not.
      if (request.socket.destroyed) throw Refusal.invalid("The caller has gone.");
      return handleFairly(handle, waited ? await permitted(contract, request, reply) : context, input.data);
    };
    const company = contract.access === "Guest" ? undefined : context.member?.company;
    const output = contract.output.parse(await (company === undefined ? work(false) : takeTurn(company, work)));
    const whose = company ?? context.source;
    if (contract.output === Download) {
      const file = output as Download;
      takeRoom(reply, file.company ?? whose, heldBytes(file));
      return sendDownload(reply, file);
    }
    const body = JSON.stringify(contract.bare ? output : { message: output });
    takeRoom(reply, whose, Buffer.byteLength(body));
    return reply.type("application/json; charset=utf-8").send(body);
  }

  return { answer, contextOf, takeTurn };
}

/** A call that fails by our own fault has used up nothing of what its caller may do. */
async function handleFairly(handle: Handler<Contract>, context: Context, input: unknown) {
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
    if ((asRefusal(error) ?? asFault(error)).status >= 500) await throttle.giveBack(...used);
    throw error;
  }
}

/** Query, body and path are one set of fields, as in the framework. */
function inputOf(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {};
  if (typeof body !== "object" || Array.isArray(body)) throw Refusal.invalid("The request body must be an object.");
  return { ...(request.query as object), ...body, ...(request.params as object) };
}
