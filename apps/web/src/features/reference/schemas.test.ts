import { expect, it } from "vitest";
import { boundsOf, defaultOf, objectsOf, typeOf, valuesOf } from "./schemas.ts";

const email = { $ref: "#/components/schemas/Email" };
const named = { properties: { name: { type: "string" } }, type: "object" };

it.each([
  [{ type: "string" }, ["string"]],
  [{ type: "string", format: "date-time" }, ["string (date-time)"]],
  [{ type: ["string", "null"] }, ["string or null"]],
  [{ type: "boolean", const: true }, ["true"]],
  [email, [{ reference: email.$ref }]],
  [{ type: "array", items: email }, ["array of", { reference: email.$ref }]],
  [{ type: "object", additionalProperties: { type: "integer" } }, ["object of", "integer"]],
  [{ anyOf: [email, { type: "null" }] }, [{ reference: email.$ref }, "or", "null"]],
  [{ oneOf: [named, named] }, ["object"]],
  [{}, ["any"]],
])("says the type of %j", (schema, type) => {
  expect(typeOf(schema)).toEqual(type);
});

it.each([
  [{ minLength: 1, maxLength: 1000 }, ["1 to 1,000 characters"]],
  [{ minLength: 0, maxLength: 5 }, ["at most 5 characters"]],
  [{ minimum: 0, maximum: 60 }, ["0 to 60"]],
  [{ minItems: 1 }, ["at least 1 items"]],
  [{}, []],
])("says what %j must keep to", (schema, bounds) => {
  expect(boundsOf(schema)).toEqual(bounds);
});

it("finds the objects within arrays and alternatives, and none of those with a name", () => {
  expect(objectsOf({ type: "array", items: named })).toEqual([named]);
  expect(objectsOf({ additionalProperties: named })).toEqual([named]);
  expect(objectsOf({ anyOf: [{ type: "string" }, named] })).toEqual([named]);
  expect(objectsOf({ type: "array", items: email })).toEqual([]);
});

it("lists the values that are allowed, and the default that says something", () => {
  expect(valuesOf({ enum: ["a", "b"] })).toEqual(["a", "b"]);
  expect(valuesOf({ type: "array", items: { enum: ["html"] } })).toEqual(["html"]);
  expect([{ default: 20 }, { default: false }, { default: {} }, { default: [] }, {}].map(defaultOf)).toEqual([
    ...[20, false, undefined, undefined, undefined],
  ]);
});
