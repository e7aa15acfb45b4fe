import { METHODS } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "../call.ts";
import { mcpPath } from "../mcp/mcp.ts";
import { calls } from "../methods.ts";
import { version } from "../process/version.ts";
import { Refusal } from "../refusal.ts";
import { openApi } from "../rest/openapi.ts";
import { requireJson } from "./call_input.ts";
import { documentPath, referencePages } from "./reference_pages.ts";

/** A smaller answer takes one packet, compressed or not. */
const packetBytes = 1_400;
/**
 * Of gzip's nine levels, one that takes a third of the time of the usual one and makes hardly more bytes of JSON: 0.1 ms for
 * a list of 20. A client on the same machine spends more on undoing it than the bytes would take; any network, less.
 */
const fastGzip = 3;
const compression = { encodings: ["gzip" as const], threshold: packetBytes, zlibOptions: { level: fastGzip } };

interface Answers {
  answer(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Answers a message of the Model Context Protocol. */
  answerAgent(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** The contracts' calls, the agents' door, and the document of the API. Other verbs of their paths are refused. */
export function addCalls(app: FastifyInstance, publicUrl: URL, { answer, answerAgent }: Answers): void {
  for (const call of calls) {
    const { contract } = call;
    app.route({
      method: contract.verb,
      url: contract.path,
      config: { wire: contract.wire, held: contract.kind === "held", isUncounted: !contract.plan },
      ...(contract.kind !== "file" && { compress: compression }),
      ...(contract.wire === "rest" && { onRequest: async (request: FastifyRequest) => requireJson(request) }),
      handler: (request, reply) => answer(call, request, reply),
    });
  }
  app.post(mcpPath, { config: { wire: "rest", held: true } }, answerAgent);
  // Fastify knows a few methods, of which it expects a QUERY to have a body; a resource refuses all that Node reads.
  const methods = METHODS.filter((method) => method !== "CONNECT");
  for (const method of methods) {
    if (method === "QUERY" || !app.supportedMethods.includes(method)) {
      app.addHttpMethod(method, { overrideExisting: true });
    }
  }
  for (const [url, allow] of verbsOfApi()) {
    const others = methods.filter((method) => !allow.includes(method));
    const refused = () => {
      throw Refusal.wrongMethod(allow);
    };
    app.route({ method: others, url, config: { wire: "rest" }, handler: refused });
  }
  const document = openApi({ server: publicUrl.origin, version });
  app.get(documentPath, { compress: compression }, (_request, reply) => reply.send(document));
}

/** The paths that programs use, each with the verbs that it has. */
function verbsOfApi(): Map<string, string[]> {
  const read = [documentPath, ...Object.keys(referencePages)].map((path): [string, string[]] => [
    path,
    ["GET", "HEAD"],
  ]);
  const verbs = new Map<string, string[]>([[mcpPath, ["POST"]], ...read]);
  for (const { contract } of calls) {
    if (contract.wire !== "rest") continue;
    const own = contract.verb === "GET" ? ["GET", "HEAD"] : [contract.verb];
    verbs.set(contract.path, [...(verbs.get(contract.path) ?? []), ...own]);
  }
  return verbs;
}
