import { type Contract, namedSchemas, type ProblemCode, problems, resources } from "@mayfly/contracts";
import { z } from "zod";
import { restPrefix } from "../wires/rest.ts";

type Json = Record<string, unknown>;
type Schema = z.core.$ZodType;

/** What the resources are, by the first word of their paths. */
const tags: Record<keyof typeof resources, string> = {
  emails: "Disposable addresses. The address itself is the id.",
  messages: "The mail that they receive.",
  domains: "The domains on which addresses can be created.",
  webhooks: "Where events are sent. docs/webhooks.md describes what is sent.",
  members: "The people of the company.",
  jobs: "Work that goes on after its call was answered.",
  me: "The key, its member and the plan.",
  keys: "Keys are created in the web app. A key can only revoke itself.",
};

const nameOf = new Map<Schema, string>(namedSchemas.map(({ name, schema }) => [schema, name]));
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A schema as JSON Schema. @param io whether it is of what is read or of what is written */
function jsonSchema(schema: Schema, io: "input" | "output"): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema: json }) {
      const name = zodSchema === schema ? undefined : nameOf.get(zodSchema);
      if (name !== undefined) {
        for (const key of Object.keys(json)) delete json[key as keyof typeof json];
        Object.assign(json, reference(name));
      }
      // The bounds of JavaScript's integers say nothing.
      if (Math.abs(json.minimum ?? 0) === Number.MAX_SAFE_INTEGER) delete json.minimum;
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
      // Answers may get more fields with time.
      if (io === "output" && json.additionalProperties === false) delete json.additionalProperties;
      // What a pattern says beside a format, in hundreds of characters.
      if (json.format !== undefined) delete json.pattern;
    },
  });
  const { $schema: _, ...rest } = made;
  return rest;
}

const pathOf = ({ path }: Contract) => path.replace(/:(\w+)/g, "{$1}");
const isInPath = ({ path }: Contract, field: string) => path.includes(`:${field}`);

/** The fields of a call, each with its schema, and whether it must be given. */
function fieldsOf({ input }: Contract) {
  const { shape } = input as unknown as { shape: Record<string, Schema> };
  return Object.entries(shape).map(([name, schema]) => ({
    ...{ name, schema },
    required: !z.core.safeParse(schema, undefined).success,
  }));
}

const isInBody = ({ verb }: Contract) => verb === "POST" || verb === "PATCH";

function parametersOf(contract: Contract): Json[] {
  const fields = fieldsOf(contract).filter(({ name }) => isInPath(contract, name) || !isInBody(contract));
  const parameters = fields.map(({ name, schema, required }): Json => {
    const { description, ...written } = queried(schema);
    const about = { name, ...(description !== undefined && { description }), schema: written };
    if (isInPath(contract, name)) return { ...about, in: "path", required: true };
    const list = written["type"] === "array" ? { style: "form", explode: false } : {};
    return { ...about, in: "query", ...(required && { required }), ...list };
  });
  if (contract.verb !== "POST") return parameters;
  return [...parameters, { $ref: "#/components/parameters/IdempotencyKey" }];
}

/** A field as a path or a query writes it. */
function queried(schema: Schema): Json {
  const { default: usual, ...written } = jsonSchema(schema, "output");
  // What is transformed has no schema of its own, only that of what is read.
  if (written["type"] === undefined && written["anyOf"] === undefined && written["enum"] === undefined) {
    return { type: "boolean", ...z.globalRegistry.get(schema) };
  }
  return Array.isArray(usual) && usual.length === 0
    ? written
    : { ...written, ...(usual !== undefined && { default: usual }) };
}

function bodyOf(contract: Contract): Json {
  const fields = fieldsOf(contract).filter(({ name }) => !isInPath(contract, name));
  if (!isInBody(contract) || fields.length === 0) return {};
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, jsonSchema(schema, "input")])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  const { example } = contract;
  return { requestBody: { required: required.length > 0, content: { "application/json": { schema, example } } } };
}

/** What every call with a key may be refused for. */
const always: ProblemCode[] = ["unauthenticated", "forbidden", "rate_limited", "server_error", "unavailable"];

function refusalsOf(contract: Contract): ProblemCode[] {
  const fields = fieldsOf(contract);
  const hasPath = fields.some(({ name }) => isInPath(contract, name));
  return [
    ...always,
    ...(["unreadable", "invalid", "too_large", "unsupported_media_type"] as const),
    ...(hasPath ? (["not_found"] as const) : []),
    ...(contract.verb === "POST" ? (["conflict"] as const) : []),
    ...(contract.kind === "held" ? (["address_ended"] as const) : []),
  ];
}

const problemResponse = (status: number) => `Problem${status}`;

function responsesOf(contract: Contract): Json {
  const refused = refusalsOf(contract).map((code) => {
    const { status } = problems[code];
    return [status, { $ref: `#/components/responses/${problemResponse(status)}` }];
  });
  const limits = {
    RateLimit: { $ref: "#/components/headers/RateLimit" },
    "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
  };
  return { ...successOf(contract, limits), ...Object.fromEntries(refused) };
}

function successOf(contract: Contract, limits: Json): Json {
  const { output, location, job, mediaType } = contract;
  if (mediaType !== undefined) {
    const isText = mediaType.startsWith("text/");
    const schema = { type: "string", ...(!isText && { format: "binary" }) };
    return { 200: { description: "The file.", headers: limits, content: { [mediaType]: { schema } } } };
  }
  if (z.core.safeParse(output, undefined).success)
    return { 204: { description: "Done. The body is empty.", headers: limits } };
  const name = nameOf.get(output);
  const schema = name === undefined ? jsonSchema(output, "output") : reference(name);
  const content = { "application/json": { schema } };
  const done = { 200: { description: "The answer.", headers: limits, content } };
  if (job !== undefined) {
    const Location = { description: "The path of the job.", schema: { type: "string" } };
    return { ...done, 202: { description: "The rest goes on as a job.", headers: { Location, ...limits }, content } };
  }
  if (location === undefined) return done;
  const Location = { description: "The path of what was created.", schema: { type: "string" } };
  const replayed = { "Idempotent-Replayed": { $ref: "#/components/headers/Replayed" } };
  return { 201: { description: "Created.", headers: { Location, ...replayed, ...limits }, content } };
}

function operationOf(group: string, name: string, contract: Contract): Json {
  const { scope, fieldScopes = {}, access, summary, description } = contract;
  const needs = [
    ...(description === undefined ? [] : [description]),
    scope ? `Needs the scope \`${scope}\`.` : "Any key will do.",
    ...Object.entries(fieldScopes).map(([field, more]) => `With \`${field}\`, also needs the scope \`${more}\`.`),
    ...(access === "Administrator" ? ["Only Administrators' keys may call it."] : []),
  ];
  return {
    operationId: `${group}_${name}`,
    tags: [group],
    summary,
    description: needs.join(" "),
    // A scheme that is not OAuth's has no scopes to name in a requirement.
    security: [{ key: [] }],
    "x-scopes": scope ? [scope] : [],
    ...(Object.keys(fieldScopes).length > 0 && { "x-field-scopes": fieldScopes }),
    parameters: parametersOf(contract),
    ...bodyOf(contract),
    responses: responsesOf(contract),
  };
}

const text = (description: string): Json => ({ description, schema: { type: "string" } });

/** The document of the REST API (OpenAPI 3.1), made from the contracts (row Q14). */
export function openApi({ server, version }: { server: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const [group, calls] of Object.entries(resources)) {
    for (const [name, contract] of Object.entries(calls as Record<string, Contract>)) {
      const path = pathOf(contract);
      paths[path] = { ...paths[path], [contract.verb.toLowerCase()]: operationOf(group, name, contract) };
    }
  }
  const contracts = Object.values(resources).flatMap((calls): Contract[] => Object.values(calls));
  const statuses = [...new Set(contracts.flatMap(refusalsOf).map((code) => problems[code].status))].sort();
  const content = { "application/problem+json": { schema: reference("Problem") } };
  return {
    openapi: "3.1.0",
    info: {
      title: "Mayfly API",
      version,
      summary: "Disposable addresses and their mail, for programs.",
      description: `Create a key on the page API Access, and send it as \`Authorization: Bearer mfly_…\`. Errors are problem details (RFC 9457); [each code is explained](${restPrefix}/docs/problems). Each operation names the scopes that its key needs in \`x-scopes\`, and the scopes that a field of its input needs as well in \`x-field-scopes\`.`,
      contact: { name: "The operator of this server", url: server },
    },
    servers: [{ url: server }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", bearerFormat: "mfly_ and 39 characters" } },
      schemas: Object.fromEntries(
        namedSchemas.map(({ name, schema, example }) => [
          name,
          { ...jsonSchema(schema, "output"), examples: [example] },
        ]),
      ),
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          description:
            "Any text. For a day, another request with the same Idempotency-Key, path and body gets the same answer and changes nothing.",
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      },
      headers: {
        RateLimit: text('What is left: `"key";r=5999;t=60` (draft-ietf-httpapi-ratelimit-headers).'),
        RequestId: text("The id of the request in the server's log."),
        Challenge: text("`Bearer`, and what is wrong with the key."),
        RetryAfter: { description: "How many seconds to wait before trying again.", schema: { type: "integer" } },
        Replayed: text("`true`: this is the answer to an earlier request with this Idempotency-Key."),
        RateLimitPolicy: text('What is allowed: `"key";q=6000;w=60` is 6,000 calls in 60 seconds.'),
      },
      responses: Object.fromEntries(
        statuses.map((status) => {
          const codes = Object.entries(problems).filter(([, problem]) => problem.status === status);
          const description = codes.map(([code, { about }]) => `\`${code}\`: ${about}`).join(" ");
          const headers = {
            "X-Request-Id": { $ref: "#/components/headers/RequestId" },
            ...(status === 401 && { "WWW-Authenticate": { $ref: "#/components/headers/Challenge" } }),
            ...([429, 503].includes(status) && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }),
          };
          return [problemResponse(status), { description, headers, content }];
        }),
      ),
    },
  };
}
