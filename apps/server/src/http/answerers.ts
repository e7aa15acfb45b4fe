import { type Contract, Download } from "@mayfly/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "../call.ts";
import type { CurrentMember, TurnContext } from "../context.ts";
import { answerHeldOnce, answerOnce, type Once } from "../features/idempotency/idempotency.ts";
import { Refusal } from "../refusal.ts";
import type { Answer } from "../wires/format.ts";
import { invalidInput } from "../wires/invalid_input.ts";
import { formatOf } from "../wires/wire.ts";
import { isAboutPath } from "./call_input.ts";
import { fairly } from "./fairly.ts";
import { hold } from "./hold.ts";
import { type Admitted, asReported, type GivenToCalls, type openPermits, reportRefusal } from "./permit.ts";
import type { openShares } from "./shares.ts";
import type { openTurns, Turn } from "./turns.ts";

/** A call that is to be answered. */
export interface CallRequest {
  /** Who asks, and how their client is told. */
  request: FastifyRequest;
  reply: FastifyReply;
  /** Reads the call's fields. */
  read(): unknown;
  /** What is answered only once. */
  once(context: Admitted): Once | undefined;
}

/** An answer, and whose memory it takes until it is sent: a company's, or a guest's network's. */
export interface Answered {
  whose: string;
  answer: Answer | Download;
}

type Of<Given extends Call["given"]> = Extract<Call, { given: Given }>;

/** What a call goes through before its work is done. */
interface Doors {
  permits: ReturnType<typeof openPermits>;
  shares: ReturnType<typeof openShares>;
  inTurn: ReturnType<typeof openTurns>["inTurn"];
}

/** Returns what answers a call, by its kind and by who may make it. */
export function openAnswerers(given: GivenToCalls, { permits, shares, inTurn }: Doors) {
  const { permitted, permitMember, permitKey } = permits;
  const { takeTurn, takeTurnToRead } = shares;

  /**
   * What a call answers to the caller of a request, which need not be the request of that call.
   * @throws Refusal
   */
  function answerOf(call: Call, asked: CallRequest): Promise<Answered> {
    switch (call.given) {
      case "guest":
        return answerGuest(call, asked);
      case "member":
        return answerInTurn(call.contract, asked, permitMember, byHandler<Admitted>(call.contract, call.work));
      case "key":
        return answerInTurn(call.contract, asked, permitKey, byHandler<TurnContext>(call.contract, call.work));
      case "transaction":
        return answerInTurn(call.contract, asked, permitKey, (context, { db }, input) =>
          answerInTransaction(call, { ...context, db }, input, asked),
        );
      case "held":
        return answerHeld(call, asked);
    }
  }

  async function answerGuest({ contract, work }: Of<"guest">, asked: CallRequest): Promise<Answered> {
    const { request, reply } = asked;
    const context = await permitted(contract, request, reply);
    const input = parsed(contract, asked.read());
    requireCaller(request);
    const answer = await reportRefusal(contract, context, () =>
      answerBy(
        contract,
        fairly(context, (now) => work(now, input)),
      ),
    );
    return { whose: context.source, answer };
  }

  /** @param permit who makes the call. @throws Refusal if they may not make it */
  async function answerInTurn<Context extends Admitted>(
    contract: Contract,
    { request, reply, read }: CallRequest,
    permit: (contract: Contract, request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
    work: (context: Context, turn: Omit<Turn, "waited">, input: unknown) => Promise<Answer | Download>,
  ): Promise<Answered> {
    const context = await permit(contract, request, reply);
    const input = parsed(contract, read());
    const askAgain = () => permit(contract, request, reply);
    // What this throws goes through the handler, and is reported already.
    const stillMay = async (): Promise<CurrentMember> => (await askAgain().catch(asReported)).member;
    const answer = await inTurn(context.member, stillMay, async ({ waited, ...turn }) => {
      // A client that hung up while waiting may have repeated the call, so this one is dropped. A member who was
      // deactivated meanwhile is refused.
      requireCaller(request);
      const now = waited ? await askAgain() : context;
      return reportRefusal(contract, now, () => work(now, turn, input));
    });
    return { whose: context.member.company, answer };
  }

  /** A POST of the REST API: its transaction keeps the answer, if the request has an Idempotency-Key. */
  async function answerInTransaction(
    { contract, work, isSingle, repeat }: Of<"transaction">,
    context: TurnContext,
    input: unknown,
    { reply, once }: CallRequest,
  ): Promise<Answer | Download> {
    const asked = once(context);
    if (asked === undefined && isSingle)
      return answerBy(
        contract,
        fairly(context, (now) => work(now, input)),
      );
    const { isReplayed, output } = await answerOnce(context.db, given.clock, asked, {
      work: async (tx) => contract.output.parse(await fairly({ ...context, db: tx }, (now) => work(now, input))),
      keep: (output) => repeat?.keep(output) ?? {},
      again: async (tx, kept) => contract.output.parse(await repeat?.again({ ...context, db: tx }, kept)),
    });
    if (isReplayed) void reply.header("idempotent-replayed", "true");
    return formatOf(contract).answer(contract, output);
  }

  /** A call that may be answered much later, and holds nothing meanwhile. */
  async function answerHeld({ contract, work, repeat }: Of<"held">, asked: CallRequest): Promise<Answered> {
    const { request, reply } = asked;
    const context = await permitKey(contract, request, reply);
    const input = parsed(contract, asked.read());
    const once = asked.once(context);
    const held = hold(context, {
      ...{ request, reply, takeTurn, takeTurnToRead, isKept: once !== undefined },
      permitAgain: () => permitKey(contract, request, reply),
      report: (now, work) => reportRefusal(contract, now, work),
    });
    const { isReplayed, output } = await answerHeldOnce(context.db, given.clock, once, {
      work: async () => contract.output.parse(await fairly(held, (now) => work(now, input))),
      keep: (output) => repeat?.keep(output),
      again: (kept) =>
        held.inTurn(async (now) => contract.output.parse(await repeat?.again(now, kept)), { readsMail: true }),
    });
    // The server is stopping since the request came, and closes only connections that it tells so.
    if (given.waiters.isStopped) void reply.header("connection", "close");
    if (isReplayed) void reply.header("idempotent-replayed", "true");
    return { whose: context.member.company, answer: formatOf(contract).answer(contract, output) };
  }

  return answerOf;
}

/** @throws Refusal that says what is wrong with a call's fields */
function parsed(contract: Contract, fields: unknown): unknown {
  const input = contract.input.safeParse(fields, { reportInput: true });
  if (input.success) return input.data;
  // What a path cannot name is not there.
  if (contract.wire === "rest" && isAboutPath(contract, input.error)) throw Refusal.notFound();
  throw invalidInput(input.error);
}

/** @throws Refusal when nobody waits for the answer any more */
function requireCaller({ socket }: FastifyRequest): void {
  if (socket.destroyed) throw Refusal.invalid("The caller closed the connection.");
}

/** What the handler of a call that is no transaction does in its turn. */
const byHandler =
  <Context extends Admitted>(
    contract: Contract,
    work: (context: Context & Omit<Turn, "waited">, input: unknown) => Promise<unknown>,
  ) =>
  (context: Context, turn: Omit<Turn, "waited">, input: unknown) =>
    answerBy(
      contract,
      fairly({ ...context, ...turn }, (now) => work(now, input)),
    );

/** What a handler has returned, as it is sent. */
async function answerBy(contract: Contract, output: Promise<unknown>): Promise<Answer | Download> {
  if (contract.kind === "file") return Download.parse(await output);
  return formatOf(contract).answer(contract, contract.output.parse(await output));
}
