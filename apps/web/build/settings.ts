import type { Plugin } from "vite";

/** Vite's own server stands in for ours, which fills in `{{NAME}}` when it serves a page, and for what a build writes down. */
export function settingsInDevelopment(): Plugin {
  const values: Record<string, string> = { MARKETING_URL: "/homepage" };
  return {
    name: "mayfly:settings",
    apply: "serve",
    config: () => ({ define: { PAGE_SCRIPTS: "{}" } }),
    transformIndexHtml: (html) => html.replace(/\{\{([A-Z_]+)\}\}/g, (_, name: string) => values[name] ?? ""),
  };
}
