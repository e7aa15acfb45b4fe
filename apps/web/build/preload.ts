import type { Plugin, Rolldown } from "vite";
import { around, isMemberPage, pages } from "../src/data/pages.ts";
import { paths } from "../src/data/paths.ts";

/** What each page of a member loads, by its path. */
const routes = Object.fromEntries(
  pages.filter(isMemberPage).map(({ path, part, layout }) => [path, [...around[layout], part]]),
);

/**
 * Writes down the paths that the app has, so that the server says of others that nothing is there. And which scripts each
 * needs besides the page's own: into a file, from which the server announces them with the page, and into the dashboard's shell, which loads pages ahead. The browser then fetches them together, not
 * each after the one that imports it. Replaces Vite's own preloading, whose list would make the login page too large.
 */
export function preload(): Plugin {
  return {
    name: "mayfly:preload",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const holding = (part: string) => {
        const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/features/${part}.tsx`)));
        return found ?? this.error(`No script holds ${part}`);
      };
      const scripts = Object.fromEntries(
        Object.entries(routes).map(([path, parts]) => {
          const needed = withImports(parts.map(holding), byName);
          return [path, needed.filter(({ isEntry }) => !isEntry).map(({ fileName }) => `/${fileName}`)];
        }),
      );
      const source = JSON.stringify(scripts);
      this.emitFile({ type: "asset", fileName: ".vite/preload.json", source });
      const all = JSON.stringify([...pages.map(({ path }) => path), paths.app]);
      this.emitFile({ type: "asset", fileName: ".vite/paths.json", source: all });
      // The shell's name does not hash the list but changes with it: it imports the start, which names every script.
      const shell = holding("dashboard/DashboardShell");
      shell.code = shell.code.replace("PAGE_SCRIPTS", () => source);
    },
  };
}

function withImports(chunks: Rolldown.OutputChunk[], byName: ReadonlyMap<string, Rolldown.OutputChunk>) {
  const needed = new Set(chunks);
  // Iterating over a set also visits the elements that are added meanwhile.
  for (const { imports } of needed) {
    for (const name of imports) {
      const chunk = byName.get(name);
      if (chunk !== undefined) needed.add(chunk);
    }
  }
  return [...needed];
}
