import { expect, it } from "vitest";
import { curlOf } from "./curl.ts";
import type { ApiDocument, Operation } from "./openApi.ts";

const document: ApiDocument = {
  info: { title: "API" },
  servers: [{ url: "https://mail.example" }],
  tags: [],
  paths: {},
  components: { schemas: {}, parameters: {}, headers: {}, responses: {} },
};
const operation: Operation = { operationId: "one", tags: [], "x-scopes": [], summary: "One", responses: {} };
const text = { type: "string" };

it("reads by a plain URL", () => {
  expect(curlOf({ verb: "GET", path: "/api/v1/me", operation }, document)).toBe(
    'curl "https://mail.example/api/v1/me" \\\n  -H "Authorization: Bearer $MAYFLY_KEY"',
  );
});

it("fills the path and the query with examples, and else with variables of the shell", () => {
  const parameters = [
    { name: "id", in: "path", required: true, schema: text, example: "sign up@mayfly.test" },
    { name: "part", in: "path", required: true, schema: text },
    { name: "run", in: "query", required: true, schema: { ...text, examples: ["ci/1"] } },
    { name: "limit", in: "query", schema: text },
  ];
  const call = { verb: "DELETE", path: "/emails/{id}/{part}", operation: { ...operation, parameters } };
  expect(curlOf(call, document)).toContain(
    'curl -X DELETE "https://mail.example/emails/sign%20up@mayfly.test/$PART?run=ci%2F1" \\',
  );
});

it.each([
  [{ example: { reason: "it's" } }, `-d '{\n  "reason": "it'\\''s"\n}'`],
  [{ examples: { first: { value: { limit: 1 } } } }, `-d '{\n  "limit": 1\n}'`],
  [{ schema: { examples: [{ url: "x" }] } }, `-d '{\n  "url": "x"\n}'`],
  [{}, "-d @body.json"],
])("sends the body of %j", (media, told) => {
  const requestBody = { content: { "application/json": { schema: text, ...media } } };
  const sample = curlOf({ verb: "POST", path: "/emails", operation: { ...operation, requestBody } }, document);
  expect(sample).toContain(`-H "Content-Type: application/json" \\\n  ${told}`);
});
