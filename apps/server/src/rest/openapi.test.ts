import { execFile } from "node:child_process";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Contract, resources, type Scope, scopes } from "@mayfly/contracts";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, apiClient } from "../testing/api_client.ts";
import { storedMessage } from "../testing/messages.ts";
import { restInput } from "../testing/rest_input.ts";
import { type Answer, sharedApp, type TestMember } from "../testing/test_app.ts";

const app = sharedApp({ PUBLIC_URL: "http://mail.lakeside.example" });
const root = path.resolve(import.meta.dirname, "../../../..");

// biome-ignore lint/suspicious/noExplicitAny: the document is JSON
let document: any;
let admin: TestMember;
const clients = new Map<Scope, ApiClient>();
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

beforeAll(async () => {
  document = (await app.guest.fetch("/api/v1/openapi.json")).body;
  ajv.addSchema(document, "document");
  admin = await app.member("Administrator");
  // For the list of all messages, which names none.
  await storedMessage(app, admin, await app.address(admin));
  for (const scope of scopes) clients.set(scope, await apiClient(app, admin, { scopes: [scope] }));
});

/** An input that a call answers with success. */
const inputOf = (contract: Contract) =>
  restInput(app, admin, contract, (clients.get("messages:write") as ApiClient).name);

const calls = Object.entries(resources).flatMap(([group, contracts]) =>
  Object.entries(contracts as Record<string, Contract>).map(([name, contract]) => ({
    name: `${group}.${name}`,
    contract,
  })),
);

/** What the document says of a call. */
const operationOf = ({ path, verb }: Contract) => document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[verb.toLowerCase()];

/** Checks an answer against the document. */
function check(contract: Contract, { status, body, headers }: Answer) {
  const { responses } = operationOf(contract);
  const told = responses[status];
  expect(told, `${contract.path} answers ${status}`).toBeDefined();
  const name = told.$ref?.split("/").at(-1);
  const { content } = name === undefined ? told : document.components.responses[name];
  if (content === undefined) return expect(body).toBe("");
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  expect(Object.keys(content), `${contract.path} answers ${type}`).toEqual([type]);
  const { schema } = content[type];
  if (schema.format === "binary") return;
  const pointer = schema.$ref ? `document${schema.$ref}` : undefined;
  const validate = pointer ? ajv.getSchema(pointer) : ajv.compile(schema);
  expect(validate?.(body), JSON.stringify(validate?.errors)).toBe(true);
}

/**
 * What Redocly's linter looks for: its own strict rules, and what the rules `spectral:oas` of another linter look for besides.
 * Spectral itself brings 150 packages. The owner has not chosen a licence.
 */
const lintRules = {
  extends: ["recommended-strict"],
  rules: {
    "info-license": "off",
    "info-license-strict": "off",
    ...Object.fromEntries(
      [
        ...["info-contact", "no-invalid-media-type-examples", "no-invalid-parameter-examples"],
        ...["no-invalid-schema-examples", "no-unused-components", "operation-description", "operation-tag-defined"],
        ...["parameter-description", "spec-strict-refs", "tag-description"],
      ].map((rule) => [rule, "error"]),
    ),
  },
};

describe("the document of the REST API (row Q14)", () => {
  it("has nothing that a linter of OpenAPI finds", async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "mayfly-openapi-"));
    const file = path.join(folder.path, "openapi.json");
    await writeFile(file, JSON.stringify(document));
    // JSON is YAML.
    await writeFile(path.join(folder.path, "redocly.yaml"), JSON.stringify(lintRules));
    const program = path.join(root, "node_modules/@redocly/cli/bin/cli.js");
    const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", REDOCLY_TELEMETRY: "off" };
    const lint = [program, "lint", file, "--config", "redocly.yaml", "--format", "json"];
    const { stdout } = await promisify(execFile)(process.execPath, lint, { cwd: folder.path, env }).catch(
      (error) => error,
    );
    expect(JSON.parse(stdout).problems).toEqual([]);
  });

  it("describes every field (row Q14)", () => {
    const bare: string[] = [];
    const look = (where: string, properties: Record<string, { description?: string; $ref?: string }> = {}) => {
      for (const [name, { description, $ref }] of Object.entries(properties)) {
        if (description === undefined && $ref === undefined) bare.push(`${where} ${name}`);
      }
    };
    // biome-ignore lint/suspicious/noExplicitAny: the document is JSON
    for (const [name, schema] of Object.entries<any>(document.components.schemas)) look(name, schema.properties);
    for (const { name, contract } of calls) {
      const { parameters, requestBody } = operationOf(contract);
      for (const parameter of parameters) look(name, parameter.$ref ? {} : { [parameter.name]: parameter });
      look(name, requestBody?.content["application/json"].schema.properties);
    }
    expect(bare).toEqual([]);
  });

  it("shows examples that are what it says", () => {
    for (const [name, schema] of Object.entries<{ examples: unknown[] }>(document.components.schemas)) {
      const validate = ajv.getSchema(`document#/components/schemas/${name}`);
      for (const example of schema.examples) {
        expect(example, name).toBeDefined();
        expect(validate?.(example), `${name}: ${JSON.stringify(validate?.errors)}`).toBe(true);
      }
    }
    expect(Object.keys(document.components.schemas).length).toBeGreaterThan(8);
  });

  it("describes every call, and no other", () => {
    const told = Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs as object).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    const there = calls.map(({ contract: { verb, path } }) => `${verb} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(told.sort()).toEqual(there.sort());
  });

  it.each(calls)(
    "tells what $name answers to each scope, which alone decides (row Q04)",
    async ({ name, contract }) => {
      for (const scope of scopes) {
        const input = await inputOf(contract);
        const client =
          name === "keys.remove_self" ? await apiClient(app, admin, { scopes: [scope] }) : clients.get(scope);
        const answer = await (client as ApiClient).call(contract, input);
        check(contract, answer);
        const isAllowed = contract.scope === null || contract.scope === scope;
        if (isAllowed) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
        else expect(answer.body).toMatchObject({ code: "insufficient_scope", required_scope: contract.scope });
      }
      const guest = await app.guest.call(contract, await inputOf(contract));
      expect(guest.status).toBe(401);
      check(contract, guest);
    },
  );

  it.each(calls.filter(({ contract }) => contract.path.includes(":id")))(
    "tells what $name answers when there is no such thing",
    async ({ contract }) => {
      const given = await inputOf(contract);
      const answer = await (clients.get(contract.scope ?? "emails:read") as ApiClient).call(contract, {
        ...given,
        id: crypto.randomUUID(),
      });
      expect(answer.status).toBe(404);
      check(contract, answer);
    },
  );

  it("tells what a wait answers when nothing comes, and when the address has ended (row R02)", async () => {
    const client = clients.get("messages:read") as ApiClient;
    const id = await app.address(admin);
    const nothing = await client.call(resources.emails.wait, { id, timeout: 0 });
    expect(nothing.body.found).toBe(false);
    check(resources.emails.wait, nothing);
    await app.rootDb.email.update({ where: { email_name: id }, data: { is_active: false } });
    const ended = await client.call(resources.emails.wait, { id });
    expect(ended.status).toBe(410);
    check(resources.emails.wait, ended);
  });

  it("names the type of each file, which is no JSON", () => {
    const files = calls.filter(({ contract }) => contract.kind === "file");
    const types = files.map(({ name, contract }) => [name, Object.keys(operationOf(contract).responses[200].content)]);
    expect(Object.fromEntries(types)).toEqual({
      "messages.raw": ["message/rfc822"],
      "messages.html": ["text/html"],
      "messages.text": ["text/plain"],
      "messages.attachment": ["application/octet-stream"],
    });
  });

  it("names the scopes of each call at its operation, which alone are asked for", async () => {
    for (const { contract } of calls) {
      const { security, description, ...operation } = operationOf(contract);
      const scopes = contract.scope === null ? [] : [contract.scope];
      // As spectral:oas has it: only the schemes of OAuth have scopes in a requirement.
      expect(security).toEqual([{ key: [] }]);
      expect(operation["x-scopes"]).toEqual(scopes);
      for (const scope of scopes) expect(description).toContain(`Needs the scope \`${scope}\`.`);
      expect(operation["x-field-scopes"]).toEqual(contract.fieldScopes);
    }
    const { wait } = resources.emails;
    expect(operationOf(wait)["x-field-scopes"]).toEqual({ claim: "messages:write" });
    expect(operationOf(wait).description).toContain("With `claim`, also needs the scope `messages:write`.");
    const input = { id: await app.address(admin), claim: true };
    const refused = await (clients.get("messages:read") as ApiClient).call(wait, input);
    expect(refused.body).toMatchObject({ code: "insufficient_scope", required_scope: "messages:write" });
  });

  describe("of each body, an example", () => {
    const withBody = calls.filter(({ contract: { verb } }) => verb === "POST" || verb === "PATCH");
    const bodyOf = (contract: Contract) => operationOf(contract).requestBody?.content["application/json"];

    it("stands wherever there is a body", () => {
      const without = withBody.filter(({ contract }) => bodyOf(contract)?.example === undefined);
      expect(without.map(({ name }) => name)).toEqual(["webhooks.test", "webhooks.redeliver"]);
      for (const { contract } of without) expect(bodyOf(contract)).toBeUndefined();
    });

    it.each(withBody.filter(({ contract }) => contract.example !== undefined))(
      "of $name is accepted as it stands",
      async ({ name, contract }) => {
        const { example } = bodyOf(contract);
        const { id } = await inputOf(contract);
        const client = clients.get(contract.scope as Scope) as ApiClient;
        const url = contract.path.replace(":id", encodeURIComponent(`${id}`));
        const { status, body } = await client.fetch(url, {
          method: contract.verb,
          body: JSON.stringify(example),
          headers: { "content-type": "application/json" },
        });
        expect(status, JSON.stringify(body)).toBeLessThan(300);
        if (name === "emails.wait") expect(body.found).toBe(true);
      },
    );
  });
});
