import * as z from "zod/mini";

/** A schema of its own with a description, which the document of the REST API shows. */
export const described = <Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema =>
  (schema.clone() as z.ZodMiniType).register(z.globalRegistry, { description }) as Schema;

/** The key of a thing under the name that it had first: the document says that programs should read `id`. */
export const formerName = () =>
  z.string().register(z.globalRegistry, { description: "The same as `id`.", deprecated: true });
