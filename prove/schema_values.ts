import { hostileText, hostileValue } from "./hostile_values.ts";
import type { Random } from "./random.ts";

/** The part of a schema that is read here; `zod` and `zod/mini` both have it. */
interface Definition {
  type: string;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  element?: Schema;
  keyType?: Schema;
  valueType?: Schema;
  items?: Schema[];
  options?: Schema[];
  shape?: Record<string, Schema>;
  entries?: Record<string, unknown>;
  values?: unknown[];
  getter?: () => Schema;
}
type Schema = { _zod: { def: unknown } };

/** Texts that mean something to the product, by the field that takes them; those of any other field under "". */
export type Words = Record<string, readonly string[]>;

/** Makes values that mostly fit a schema; the rest are hostile somewhere inside. */
export class SchemaValues {
  readonly #random: Random;
  readonly #words: Words;

  constructor(random: Random, words: Words) {
    this.#random = random;
    this.#words = words;
  }

  /** @param hostility the share of values that are hostile */
  make(schema: Schema, hostility: number, field = ""): unknown {
    const random = this.#random;
    if (random.chance(hostility)) return hostileValue(random);
    const of = (inner: Schema | undefined) => (inner ? this.make(inner, hostility, field) : hostileValue(random));
    const def = schema._zod.def as Definition;
    switch (def.type) {
      case "string":
        return this.#text(field);
      case "number":
      case "int":
      case "bigint":
        return random.pick([0, 1, 2, 5, 20, 100, 1000, 86_400, -1, 0.5, "1", "20", "", random.below(2 ** 31)]);
      case "boolean":
        return random.chance(0.5);
      case "literal":
        return random.pick(def.values ?? [null]);
      case "enum":
        return random.pick(Object.values(def.entries ?? {}));
      case "null":
        return null;
      case "array":
        return random.list(4, () => of(def.element));
      case "tuple":
        return (def.items ?? []).map(of);
      case "record":
        return Object.fromEntries(
          random.list(4, () => [JSON.stringify(of(def.keyType))?.replaceAll('"', ""), of(def.valueType)]),
        );
      case "union":
        return of(random.pick(def.options ?? []));
      case "optional":
      case "nullable":
      case "default":
      case "prefault":
        return random.chance(0.3) ? random.pick([undefined, null, ""]) : of(def.innerType);
      case "pipe": {
        // A preprocessing step takes what the schema after it takes, also as JSON text.
        const given = def.in?._zod.def as Definition;
        if (given.type !== "transform") return of(def.in);
        const value = of(def.out);
        return random.chance(0.5) ? JSON.stringify(value) : value;
      }
      case "object": {
        const entries = Object.entries(def.shape ?? {}).map(([name, inner]) => [
          name,
          this.make(inner, hostility, name),
        ]);
        const kept = entries.filter(() => !random.chance(0.05));
        if (random.chance(0.2)) kept.push([hostileText(random), hostileValue(random)]);
        return Object.fromEntries(kept);
      }
      case "lazy":
        return of(def.getter?.());
      default:
        return def.innerType ? of(def.innerType) : hostileValue(random);
    }
  }

  #text(field: string): string {
    const random = this.#random;
    const word = random.pick((!random.chance(0.1) && this.#words[field]) || Object.values(this.#words).flat());
    if (random.chance(0.75)) return word;
    // A word that is nearly right.
    const at = random.below(word.length + 1);
    return random.pick([
      word.slice(0, at) + hostileText(random) + word.slice(at),
      word.slice(at),
      word.toUpperCase(),
      ` ${word} `,
      word.repeat(1 + random.below(40)),
    ]);
  }
}
