import type { Plugin } from "vite";

/**
 * Fails a build whose scripts import each other, which can happen when small ones are merged: which of them runs first
 * depends on the page, and what it takes from the other may not exist yet.
 */
export function acyclic(): Plugin {
  return {
    name: "mayfly:acyclic",
    apply: "build",
    generateBundle(_, bundle) {
      const followed = new Set<string>();
      const follow = (name: string, from: string[]) => {
        if (from.includes(name)) this.error(`Scripts import each other: ${[...from, name].join(", ")}`);
        if (followed.has(name)) return;
        followed.add(name);
        const file = bundle[name];
        if (file?.type === "chunk") for (const next of file.imports) follow(next, [...from, name]);
      };
      for (const name of Object.keys(bundle)) follow(name, []);
    },
  };
}
