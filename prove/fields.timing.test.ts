import { type Contract, contracts } from "@mayfly/contracts";
import { cpuTime, usualTimeSince } from "@mayfly/server/testing/cpu_time";
import { expect, it } from "vitest";

const calls = Object.values(contracts).flatMap((shapes): [string, Contract][] => Object.entries(shapes));

/** The names of a schema's fields, at any depth. */
function fieldsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== "object" || schema === null) return found;
  const def = (schema as { _zod?: { def: Record<string, unknown> } })._zod?.def ?? (schema as Record<string, unknown>);
  for (const [name, part] of Object.entries((def["shape"] as object) ?? {})) {
    found.add(name);
    fieldsOf(part, found);
  }
  for (const name of ["innerType", "in", "out", "options"]) {
    for (const part of [def[name]].flat()) fieldsOf(part, found);
  }
  return found;
}

it.each(calls)("%s checks overlong fields quickly, whatever they contain (threat 48)", (_name, { input }) => {
  const fields = [...fieldsOf(input)];
  for (const long of [
    `e${"\u0301\u0323".repeat(50_000)}`,
    " ".repeat(100_000),
    "@".repeat(100_000),
    "[".repeat(100_000),
  ]) {
    const begun = cpuTime();
    input.safeParse(Object.fromEntries(fields.map((name) => [name, long])));
    expect(usualTimeSince(begun)).toBeLessThan(150);
  }
});

it("finds the fields of a call's schema", () => {
  const { input } = contracts.register.create_account;
  expect([...fieldsOf(input)]).toEqual(expect.arrayContaining(["phone_number", "full_name", "password"]));
});
