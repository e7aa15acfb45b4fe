/** What the reference reads of an OpenAPI 3.1 document. */
export interface ApiDocument {
  info: { title: string; summary?: string; description?: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
  };
}

interface Reference {
  $ref: string;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  /** Its description names them too. */
  "x-scopes": string[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Response | Reference>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Header {
  description?: string;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, Media>;
}

export interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

/** A call of the API, as the document has it. */
export interface ApiCall {
  verb: string;
  path: string;
  operation: Operation;
}

const verbs = ["get", "post", "put", "patch", "delete"];

/** The calls of a tag, in the document's order. */
export const callsOf = ({ paths }: ApiDocument, tag: string): ApiCall[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([verb, { tags }]) => verbs.includes(verb) && tags.includes(tag))
      .map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
  );

/** The last part of `#/components/schemas/Email`. */
export const nameOf = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1);

/** What stands behind a reference, or the thing itself. */
export function resolve<Thing extends object>(thing: Thing | Reference, among: Record<string, Thing>): Thing {
  if (!("$ref" in thing) || typeof thing.$ref !== "string") return thing as Thing;
  const found = among[nameOf(thing.$ref)];
  if (found === undefined) throw new Error(`The document has no ${thing.$ref}`);
  return found;
}

/** The example of a body: its own, or that of its schema. */
export function exampleOf({ example, examples, schema }: Media, { components }: ApiDocument): unknown {
  const [first] = Object.values(examples ?? {});
  return example ?? first?.value ?? resolve(schema, components.schemas).examples?.[0];
}
