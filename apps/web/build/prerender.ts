import { createRunnableDevEnvironment, createServerModuleRunnerTransport, type Plugin, resolveConfig } from "vite";
import { createNodeImportMeta, ModuleRunner } from "vite/module-runner";
import { apiDocument } from "./apiDocument.ts";

/** What pages show before any script has run: the whole of a public page, or that the app is loading. */
const firstPictures = [
  ["/homepage.html", "<!--page-->", "/src/app/homepage.prerender.tsx"],
  ["/reference.html", "<!--reference-->", "/src/app/reference.prerender.tsx"],
  ["/problems.html", "<!--problems-->", "/src/app/problems.prerender.tsx"],
  ["/index.html", "<!--waiting-->", "/src/app/waiting.prerender.tsx"],
] as const;

/** Draws that into the pages' HTML. */
export function prerender(): Plugin {
  return {
    name: "mayfly:prerender",
    transformIndexHtml: {
      order: "pre",
      async handler(html, { filename }) {
        const [, place, file] = firstPictures.find(([page]) => filename.endsWith(page)) ?? [];
        if (place === undefined || file === undefined) return html;
        const { render } = await run<{ render: (document: object) => string }>(file);
        return html.replace(place, () => render(apiDocument));
      },
    },
  };
}

/**
 * Runs a file of the app with React itself, without this build's plugins and aliases. Vite's runnerImport does the same, but
 * fails when a file is not read within a minute, and a busy machine takes longer.
 */
async function run<Exports>(file: string): Promise<Exports> {
  const inline = {
    consumer: "server" as const,
    dev: { moduleRunnerTransform: true },
    resolve: { external: true as const, mainFields: [], conditions: ["node", "module-sync"] },
  };
  const root = import.meta.dirname.replace(/build$/, "");
  const options = { root, configFile: false as const, envDir: false as const, cacheDir: process.cwd() };
  const config = await resolveConfig({ ...options, environments: { inline } }, "serve");
  const environment = createRunnableDevEnvironment("inline", config, {
    hot: false,
    runner: ({ hot }) =>
      new ModuleRunner({
        transport: { ...createServerModuleRunnerTransport({ channel: hot }), timeout: 0 },
        hmr: false,
        createImportMeta: createNodeImportMeta,
      }),
  });
  await environment.init();
  try {
    return await environment.runner.import(file);
  } finally {
    await environment.close();
  }
}
