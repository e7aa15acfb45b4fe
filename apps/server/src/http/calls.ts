import { type Contract, Download, requestOf, resources } from "@mayfly/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "../call.ts";
import type { CurrentMember, TurnContext } from "../context.ts";
import type { RootDatabase } from "../database/database.ts";
import { answerHeldOnce, answerOnce, idempotencyKeyOf, type Once } from "../features/idempotency/idempotency.ts";
import { Refusal } from "../refusal.ts";
import type { Answer } from "../wires/format.ts";
import { invalidInput } from "../wires/invalid_input.ts";
import { formatOf } from "../wires/wire.ts";
import { bodyOf, inputOf, isAboutPath } from "./call_input.ts";
import { heldBytes, sendDownload } from "./download.ts";
import { fairly } from "./fairly.ts";
import { hold } from "./hold.ts";
import { type Admitted, asReported, type GivenToCalls, openPermits, reportRefusal } from "./permit.ts";
import { openMemoryBudget } from "./sending.ts";
import { openShares } from "./shares.ts";
import { openTurns, type Turn } from "./turns.ts";

/** A call that is to be answered. */
interface CallRequest {
  /** Who asks, and how their client is told. */
  request: FastifyRequest;
  reply: FastifyReply;
  /** Reads the call's fields. */
  read(): unknown;
  /** What is answered only once. */
  once(context: Admitted): Once | undefined;
}

/** An answer, and whose memory it takes until it is sent: a company's, or a guest's network's. */
interface Answered {
  whose: string;
  answer: Answer | Download;
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

type Of<Given extends Call["given"]> = Extract<Call, { given: Given }>;

/** Returns the functions that answer the contracts' calls. */
export function openCalls(given: GivenToCalls, { publicUrl, connections, slow, maxMessageBytes }: CallsOptions) {
  const shares = openShares(connections, slow.connections);
  const { takeTurn, takeTurnToRead } = shares;
  const { inTurn } = openTurns(given.rootDb, slow.rootDb, shares);
  const { admit, contextOf, permitted, permitMember, permitKey } = openPermits(given, publicUrl, shares);
  const reserveMemory = openMemoryBudget(maxMessageBytes);

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

  async function answer(call: Call, request: FastifyRequest, reply: FastifyReply) {
    void reply.header("cache-control", "no-store");
    const { whose, answer } = await answerOf(call, {
      request,
      reply,
      read: () => inputOf(call.contract, request),
      once: (context) =>
        onceOf(call.contract, context, request, { params: request.params as object, body: bodyOf(request) }),
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
    call: Call,
    {
      input,
      place,
      request,
      reply,
    }: { input: object; place: number | undefined; request: FastifyRequest; reply: FastifyReply },
  ): Promise<unknown> {
    const { answer } = await answerOf(call, {
      ...{ request, reply },
      read: () => input,
      once(context) {
        const once = onceOf(call.contract, context, request, { params: input, body: input });
        return once && place !== undefined ? { ...once, idempotencyKey: `${once.idempotencyKey}\n${place}` } : once;
      },
    });
    if ("filename" in answer) throw new Error(`${call.contract.path} answers with a file`);
    return answer.body === "" ? undefined : JSON.parse(answer.body);
  }

  /**
   * Whose key a request comes with.
   * @throws Refusal when it comes with none, or with one that may do nothing
   */
  const callerOf = (request: FastifyRequest, reply: FastifyReply) => permitKey(resources.me.get, request, reply);

  return { admit, answer, ask, callerOf, reserveMemory, contextOf, inTurn };
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
  const fields = contract.kind === "held" ? { ...body, timeout: undefined } : body;
  return { api_key: key?.name ?? "", company: member.company, path, idempotencyKey, body: fields };
}
