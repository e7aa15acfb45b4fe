import type { RequestId } from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { answerMcp } from "../mcp/mcp.ts";
import type { Ask } from "../mcp/tools.ts";
import { calls } from "../methods.ts";
import { version } from "../process/version.ts";
import { Refusal } from "../refusal.ts";
import type { openCalls } from "./calls.ts";
import { logFault } from "./fault_log.ts";
import { isSameOrigin, otherOrigin } from "./same_origin.ts";

const callOf = new Map(calls.map((call) => [call.contract, call]));

/** What of a request's headers the protocol looks at, besides `accept`: the answer is JSON, which every client takes. */
const wanted = ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];
const accept = "application/json, text/event-stream";
/** Messages in one request, which the revision 2025-03-26 allows. */
const mostInBatch = 20;

/** Answers a message of the Model Context Protocol for the key that it comes with (row S04). */
export async function sendMcp(
  request: FastifyRequest,
  reply: FastifyReply,
  given: Pick<ReturnType<typeof openCalls>, "admit" | "ask" | "callerOf" | "reserveMemory"> & {
    publicUrl: URL;
  },
): Promise<FastifyReply> {
  void reply.header("cache-control", "no-store");
  // The protocol asks for this against pages that reach a server under a name of their own.
  if (!isSameOrigin(request.headers, given.publicUrl)) throw otherOrigin(given.publicUrl);
  const batch = Array.isArray(request.body) ? request.body.length : 1;
  if (batch > mostInBatch) throw Refusal.unread(`Send at most ${mostInBatch} messages in a request.`);
  // Each message of a batch counts as a call.
  for (let counted = 1; counted < batch; counted += 1) await given.admit(request, reply);
  const { key, member } = await given.callerOf(request, reply);
  const askFor = (id: RequestId): Ask => {
    const place = Array.isArray(request.body) ? request.body.findIndex((message) => message?.id === id) : undefined;
    return async (contract, input) => {
      const call = callOf.get(contract);
      if (call === undefined) throw new Error(`${contract.path} has no handler`);
      return contract.output.parse(await given.ask(call, { input, place, request, reply })) as never;
    };
  };
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  const headers = new Headers({ accept });
  for (const name of wanted) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const asked = new Request(new URL(request.url, given.publicUrl), { method: "POST", headers, signal: gone.signal });
  const onFault = (error: unknown) => logFault(request, error, "a tool failed");
  const answer = await answerMcp({ scopes: key.scopes, askFor, onFault }, asked, request.body, version);
  const text = await answer.text();
  given.reserveMemory(reply, member.company, Buffer.byteLength(text));
  return reply.code(answer.status).headers(Object.fromEntries(answer.headers)).send(text);
}
