import { type Contract, requestOf, resources } from "@mayfly/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "../call.ts";
import type { RootDatabase } from "../database/database.ts";
import { idempotencyKeyOf, type Once } from "../features/idempotency/idempotency.ts";
import { openAnswerers } from "./answerers.ts";
import { bodyOf, inputOf } from "./call_input.ts";
import { heldBytes, sendDownload } from "./download.ts";
import { type Admitted, type GivenToCalls, openPermits } from "./permit.ts";
import { openMemoryBudget } from "./sending.ts";
import { openShares } from "./shares.ts";
import { openTurns } from "./turns.ts";

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
  const shares = openShares(connections, slow.connections);
  const { inTurn } = openTurns(given.rootDb, slow.rootDb, shares);
  const permits = openPermits(given, publicUrl, shares);
  const { admit, contextOf, permitKey } = permits;
  const answerOf = openAnswerers(given, { permits, shares, inTurn });
  const reserveMemory = openMemoryBudget(maxMessageBytes);

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
