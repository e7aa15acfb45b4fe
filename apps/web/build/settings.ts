import type { Plugin } from "vite";

/** For Vite's own server: fills in `{{NAME}}`, as our server does in a page, and defines what a build writes down. */
export function settingsInDevelopment(): Plugin {
  const values: Record<string, string> = { MARKETING_URL: "/homepage" };
  return {
    name: "mayfly:settings",
    apply: "serve",
    config: () => ({ define: { PAGE_SCRIPTS: "{}" } }),
    transformIndexHtml: (html) => html.replace(/\{\{([A-Z_]+)\}\}/g, (_, name: string) => values[name] ?? ""),
  };
}
