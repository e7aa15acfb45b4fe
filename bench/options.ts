import { parseArgs } from "node:util";

/** Reads `--name number` options, each a whole number above zero. @param defaults all options and their defaults */
export function readOptions<Name extends string>(args: string[], defaults: Record<Name, number>): Record<Name, number> {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: "string" as const }]));
  const { values } = parseArgs({ args, options });
  const read = { ...defaults };
  for (const [name, text] of Object.entries(values)) {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1)
      throw new Error(`--${name} is "${text}", but must be a whole number above 0.`);
    read[name as Name] = value;
  }
  return read;
}
