import type * as z from "zod/mini";

interface Named {
  name: string;
  schema: z.ZodMiniType;
  example: unknown;
}

const named: Named[] = [];

/** The schemas that the document of the REST API names, each with an example of it. */
export const namedSchemas: readonly Named[] = named;

/** Names a schema for the document of the REST API, which refers to it by this name and shows the example. */
export function name<Schema extends z.ZodMiniType>(name: string, schema: Schema, example: z.input<Schema>): Schema {
  named.push({ name, schema, example });
  return schema;
}

/** The example of a schema that has a name. */
export function exampleOf<Schema extends z.ZodMiniType>(schema: Schema): z.output<Schema> {
  const found = named.find((one) => one.schema === schema);
  if (found === undefined) throw new Error("The schema has no name");
  return found.example as z.output<Schema>;
}
