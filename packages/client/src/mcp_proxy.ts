import type { Api } from "./api.ts";
import type { Terminal } from "./terminal.ts";

type Id = string | number;

interface Request {
  id?: Id;
  method?: string;
  params?: { name?: unknown; _meta?: Record<string, unknown> };
}

/** Codes of JSON-RPC 2.0. */
const errors = { parse: -32_700, internal: -32_603 };

/** The field by which a request of the stateless era (2026-07-28) says its version. */
const versionField = "io.modelcontextprotocol/protocolVersion";

/**
 * Speaks the Model Context Protocol over standard input and output, a message a line, by passing each on to the server's
 * `POST /mcp`. Ends with the input.
 */
export async function serveMcp({ post }: Pick<Api, "post">, { input, out, err }: Terminal): Promise<void> {
  const running = new Set<Promise<void>>();
  const abort = new Map<Id, AbortController>();
  let version: string | undefined;

  /** @param ids what is answered; several in a batch, as revision 2025-03-26 has it */
  async function pass(request: Request, line: string, ids: Id[]): Promise<void> {
    const { id, method = "", params } = request;
    const cancelled = new AbortController();
    if (id !== undefined) abort.set(id, cancelled);
    try {
      const asked = params?._meta?.[versionField] ?? version;
      const response = await post("/mcp", line, {
        signal: cancelled.signal,
        headers: {
          accept: "application/json, text/event-stream",
          ...(asked !== undefined && { "mcp-protocol-version": String(asked) }),
          ...(params?._meta?.[versionField] !== undefined && { "mcp-method": method }),
          // A name that no header can hold is no tool's: the server says so.
          ...(params?._meta?.[versionField] !== undefined &&
            /^[!-~]+$/.test(String(params.name)) && { "mcp-name": String(params.name) }),
        },
      });
      for (const answer of await messagesOf(response)) {
        if (method === "initialize") version = versionOf(answer) ?? version;
        out(`${answer}\n`);
      }
    } catch (error) {
      if (cancelled.signal.aborted) return;
      const { message } = error as Error;
      const failures = ids.map((one) => failure(one, errors.internal, message));
      // An agent shows what it is answered; only what nothing answers is said elsewhere.
      if (failures.length === 0) err(`${message}\n`);
      else out(`${id === undefined ? `[${failures.join(",")}]` : failures[0]}\n`);
    } finally {
      if (id !== undefined) abort.delete(id);
    }
  }

  for await (const line of linesOf(input)) {
    const read = messagesIn(line);
    if (read.length === 0) {
      out(`${failure(null, errors.parse, "A line must be a message in JSON, or a list of messages.")}\n`);
      continue;
    }
    const isBatch = line.trimStart().startsWith("[");
    const request: Request = isBatch ? {} : (read[0] ?? {});
    const ids = read.flatMap(({ id }) => (id === undefined ? [] : [id]));
    if (request.method === "notifications/cancelled") {
      abort.get((request.params as { requestId?: Id } | undefined)?.requestId ?? "")?.abort();
      continue;
    }
    const work = pass(request, line, ids).finally(() => running.delete(work));
    running.add(work);
    // What comes after the handshake is sent with the version that it agreed on.
    if (request.method === "initialize") await work;
  }
  await Promise.all(running);
}

/** The messages of a line; none when it holds something else. */
function messagesIn(line: string): Request[] {
  try {
    const read: unknown = [JSON.parse(line)].flat();
    const isMessage = (one: unknown) => one !== null && typeof one === "object" && !Array.isArray(one);
    return Array.isArray(read) && read.every(isMessage) ? read : [];
  } catch {
    return [];
  }
}

/** The messages in an answer, each as a line: its body, or the data of its events. */
async function messagesOf(response: Response): Promise<string[]> {
  const text = await response.text();
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return text.trim() === "" ? [] : [text];
  const data = text.split(/\r?\n/).filter((line) => line.startsWith("data:"));
  return data.map((line) => line.slice("data:".length).trim()).filter((line) => line !== "");
}

async function* linesOf(input: Terminal["input"]): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of input) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line.trim() !== "");
  }
  if (rest.trim() !== "") yield rest;
}

function versionOf(answer: string): string | undefined {
  const { result } = JSON.parse(answer) as { result?: { protocolVersion?: string } };
  return result?.protocolVersion;
}

const failure = (id: string | number | null, code: number, message: string) =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
