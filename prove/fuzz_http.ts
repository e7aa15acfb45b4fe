import { Agent, request } from "node:http";
import { type Contract, contracts, live, resources } from "@mayfly/contracts";
import { tools } from "@mayfly/server/mcp/tools";
import { patience } from "../bench/until.ts";
import { hostileText, hostileValue } from "./hostile_values.ts";
import type { Random } from "./random.ts";
import { SchemaValues, type Words } from "./schema_values.ts";

export interface HttpRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const methods = [...Object.values(contracts), ...Object.values(resources)].flatMap((calls) =>
  Object.values(calls as Record<string, Contract>),
);

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
/** Removes what no HTTP client can send in a header. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e]/g, "").slice(0, 2_000);
const wellFormed = (text: string) => encodeURIComponent(text.toWellFormed());

/** What callers prove who they are by; an empty one proves nothing. */
export interface Credentials {
  cookies: readonly string[];
  /** Of the REST API. */
  keys: readonly string[];
}

/** A request to one of the contracts' methods, or to a hostile path. */
export function makeRequest(random: Random, words: Words, { cookies, keys }: Credentials): HttpRequest {
  const cookie = random.pick(cookies);
  const key = random.pick(keys);
  const headers: Record<string, string> = {
    ...(cookie && { cookie }),
    ...(key && { authorization: `Bearer ${key}` }),
    ...(random.chance(0.1) && { "idempotency-key": random.pick(["a", "b", "c"]) }),
    ...hostileHeaders(random),
  };
  if (random.chance(0.05)) return { method: random.pick(verbs), path: hostilePath(random), headers, body: undefined };
  if (random.chance(0.05)) return { method: "POST", path: "/mcp", ...toolCall(random, words, headers) };
  const contract = random.pick(methods);
  const made = new SchemaValues(random, words).make(contract.input, random.pick([0, 0.05, 0.3]));
  const input = (made !== null && typeof made === "object" ? made : { "": made }) as Record<string, unknown>;
  // No call waits for mail that does not come.
  if (contract.kind === "held" && (input["timeout"] === undefined || typeof input["timeout"] === "number"))
    input["timeout"] = 0;
  const path = contract.path.replace(/:(\w+)/g, (_, field) => wellFormed(textOf(input[field] ?? "")) || "x");
  const query = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${wellFormed(name)}=${wellFormed(textOf(value))}`)
    .join("&");
  const method = random.chance(0.98) ? contract.verb : random.pick(verbs);
  if (["GET", "HEAD", "DELETE"].includes(method))
    return { method, path: `${path}?${query}`.slice(0, 60_000), headers, body: undefined };
  const [type, body] = bodyOf(random, input, query);
  return { method, path, headers: { "content-type": type, ...headers }, body };
}

/** An agent that uses a tool, or sends something else. */
function toolCall(random: Random, words: Words, headers: Record<string, string>) {
  const { name, input } = random.pick(tools);
  const made = new SchemaValues(random, words).make(input, random.pick([0, 0.05, 0.3]));
  // No tool waits for mail that does not come.
  const given = "timeout" in input.shape && made !== null && typeof made === "object" ? { ...made, timeout: 0 } : made;
  const method = random.pick([
    "tools/call",
    "tools/call",
    "tools/call",
    "tools/list",
    "initialize",
    hostileText(random),
  ]);
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { name, arguments: given } });
  const [type, body] = random.chance(0.8) ? ["application/json", Buffer.from(message)] : brokenBody(random, message);
  return {
    headers: { accept: "application/json, text/event-stream", "content-type": type, ...headers },
    body,
  } as const;
}

const verbs = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"];

function bodyOf(random: Random, input: object, query: string): [type: string, body: Buffer] {
  const json = JSON.stringify(input);
  switch (random.below(10)) {
    case 0:
    case 1:
      return [
        "application/x-www-form-urlencoded",
        Buffer.from(random.chance(0.9) ? query : query.replaceAll("%", "%%")),
      ];
    case 2:
    case 3:
      return multipart(random, input);
    case 4:
      return brokenBody(random, json);
    default:
      return ["application/json", Buffer.from(json)];
  }
}

function multipart(random: Random, input: object): [string, Buffer] {
  const boundary = "b0";
  const parts = [
    ...Object.entries(input),
    ...(random.chance(0.1) ? Array.from({ length: 40 }, (_, at) => [`f${at}`, "x"]) : []),
  ];
  const file = random.chance(0.1) ? '; filename="a.txt"\r\nContent-Type: text/plain' : "";
  const name = (text: string) => text.replace(/["\r\n]/g, "");
  const text = parts
    .map(
      ([key, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name(String(key))}"${file}\r\n\r\n${textOf(value)}\r\n`,
    )
    .join("");
  const end = random.chance(0.9) ? `--${boundary}--\r\n` : "";
  return [`multipart/form-data${random.chance(0.95) ? `; boundary=${boundary}` : ""}`, Buffer.from(text + end)];
}

function brokenBody(random: Random, json: string): [string, Buffer] {
  const at = random.below(json.length + 1);
  const body = random.pick([
    json.slice(0, at),
    `${json.slice(0, at)}\0${json.slice(at)}`,
    "[".repeat(100_000),
    '{"a":'.repeat(50_000),
    `{"__proto__":${json},"constructor":${json}}`,
    json.replace("{", `${json.slice(0, -1) || "{"},`),
    JSON.stringify(hostileValue(random)) ?? "",
    `[${json}]`,
    "a[b]=1&a[b][c]=2&__proto__[role]=Administrator&a=1&a=2",
    "--b0\r\nContent-Disposition: form-data\r\n\r\n--b0\r\n\r\n",
  ]);
  const type = random.pick([
    ...[
      "application/json",
      "application/json; charset=utf-7",
      "application/x-www-form-urlencoded",
      "text/plain",
      "x/y",
    ],
    ...["multipart/form-data; boundary=b0", 'multipart/form-data; boundary="', "multipart/mixed; boundary=b0", ""],
  ]);
  const bytes = Buffer.from(body);
  for (let count = random.below(3); count > 0 && bytes.length > 0; count -= 1)
    bytes[random.below(bytes.length)] = random.below(256);
  return [type, bytes];
}

function hostileHeaders(random: Random): Record<string, string> {
  if (random.chance(0.7)) return {};
  const name = random.pick([
    ...["cookie", "origin", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "accept", "accept-encoding", "range"],
    ...[
      "idempotency-key",
      "if-none-match",
      "if-modified-since",
      "content-encoding",
      "x-http-method-override",
      "user-agent",
      "referer",
    ],
    ...["sec-fetch-site", "authorization", "expect", "content-type", "upgrade", "traceparent", "host"],
  ]);
  const value = random.pick([
    hostileText(random),
    ...[
      "text/html",
      "sid=",
      "sid=a; sid=b; =; ;;",
      "null",
      "gzip",
      "bytes=0-0,5-1",
      "*/*;q=2",
      "same-origin",
      "websocket",
    ],
  ]);
  return { [name]: headerText(value) };
}

const hostilePath = (random: Random) => {
  const odd = hostileText(random);
  return random
    .pick([
      `/api/method/${wellFormed(odd)}`,
      `/api/resource/${wellFormed(odd)}`,
      `/${wellFormed(odd)}`,
      ...[
        "/%",
        "/%ff%fe",
        "//evil.example/",
        "/api/method/..%2f..%2fetc%2fpasswd",
        "/assets/..%2f..%2fpackage.json",
        "/?%",
      ],
      ...["/assets/%00", "/healthz?x=%", "/index.html", "/500.html", "/homepage/../api", `/${"a/".repeat(2_000)}`],
      `/socket.io/?EIO=4&transport=polling&sid=${wellFormed(odd)}`,
      `/socket.io/?EIO=4&transport=polling&ns=${live.namespace}`,
    ])
    .replace(/[^\x21-\x7e]/g, "");
};

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** @returns the status; 0: the connection was closed without one; -1: there was no answer in time */
export function send(
  url: string,
  { method, path, headers, body }: HttpRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const end = (status: number, text = "") => resolve({ status, text });
    try {
      const call = request(url, {
        method,
        path,
        agent,
        headers: { ...headers, ...(body && { "content-length": `${body.length}` }) },
      });
      call.setTimeout(patience, () => {
        end(-1);
        call.destroy();
      });
      call.on("error", () => end(0));
      // The request asked for an upgrade, and the server accepted it.
      call.on("upgrade", (_response, socket) => {
        socket.destroy();
        end(101);
      });
      call.on("response", (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("close", () => end(response.statusCode ?? 0, Buffer.concat(parts).toString()));
      });
      call.end(body);
    } catch (error) {
      // Node's client refuses to send such a path or header.
      if (!String((error as { code?: string }).code).startsWith("ERR_")) throw error;
      end(0);
    }
  });
}
