import { readdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { shakeRouter } from "./shake.ts";

type Hooks = {
  transform: { handler(code: string): string };
  generateBundle(this: { error(text: string): void }): void;
};
const plugin = () => shakeRouter() as unknown as Hooks;
const failure = (hooks: Hooks) => {
  const error = vi.fn();
  hooks.generateBundle.call({ error });
  return error.mock.calls.flat();
};

it("finds all that it changes in react-router's build", () => {
  const dom = realpathSync(path.join(import.meta.dirname, "../node_modules/react-router-dom"));
  const folder = path.join(dom, "../react-router/dist/production");
  const hooks = plugin();
  for (const file of readdirSync(folder)) {
    if (file.endsWith(".mjs")) hooks.transform.handler(readFileSync(path.join(folder, file), "utf8"));
  }
  expect(failure(hooks)).toEqual([]);
});

it("fails the build, and says why, when something is no longer there", () => {
  const hooks = plugin();
  hooks.transform.handler("const Context = React.createContext(null);\nContext.displayName = 'Context';");
  expect(failure(hooks)).toEqual([
    expect.stringMatching(/^react-router no longer has the error page of data routers, the error boundary/),
  ]);
});
