import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { flags } from "./v8_flags.ts";

const ask = (...args: string[]) => execFileSync(process.execPath, args, { encoding: "utf8", stdio: "pipe" });

/** The type of each flag that this Node's V8 knows. */
const types = new Map(
  [...ask("--v8-options").matchAll(/^ +--(\S+) .*\n +type: (\w+) /gm)].map(([, name, type]) => [name, type]),
);

/** What a flag must be for V8: a number if it is given one, or else a switch. */
const usedAs = (flag: string) => (/=\d+$/.test(flag) ? /^(?:u?int|size_t)$/ : /^bool$/);
const nameOf = (flag: string) => flag.replace(/^--|=.*/g, "");

/** The tests' own flags that are V8's: those in vitest.config.ts, and that of a test in a small heap. */
const ofTests = [
  ...process.execArgv.filter((flag) => types.has(nameOf(flag))),
  ...["--single-threaded-gc", "--max-old-space-size=100"],
];

it.each([...new Set([...Object.values(flags), ...ofTests])])("V8 knows %s", (flag) => {
  const type = types.get(nameOf(flag));
  expect(type, `V8 of Node ${process.version} does not know ${flag} (process/v8_flags.ts)`).toBeDefined();
  expect(type, `V8 of Node ${process.version} takes something else for ${flag}`).toMatch(usedAs(flag));
});

describe("setting a flag", () => {
  /** In a process of its own: flags are the process's. */
  const idleAfter = (statements: string) =>
    JSON.parse(
      ask(
        ...["--input-type=module", "--disable-warning=ExperimentalWarning", "--eval"],
        `import * as v8 from ${JSON.stringify(fileURLToPath(new URL("v8_flags.ts", import.meta.url)))};
         ${statements}
         process.stdout.write(JSON.stringify(v8.idleFlags));`,
      ),
    );

  it("notices none that V8 takes", () => {
    expect(idleAfter("v8.setFlagsOfStart(); v8.letHeapGrowFurther(); v8.exposeCollector();")).toEqual([]);
  });

  it("notices one that V8 does not know, which it would only mention on stderr", () => {
    expect(idleAfter(`v8.setFlag("--no-such-flag"); v8.setFlag("${flags.heapGrowsFurther}");`)).toEqual([
      "--no-such-flag",
    ]);
  });

  it("notices one that was set already", () => {
    expect(idleAfter("v8.letHeapGrowFurther(); v8.letHeapGrowFurther();")).toEqual([flags.heapGrowsFurther]);
  });
});
