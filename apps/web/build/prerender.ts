import { type Plugin, runnerImport } from "vite";

/** Puts the public page into homepage.html, so that it can be read before any script has run. */
export function prerender(): Plugin {
  return {
    name: "mayfly:prerender",
    transformIndexHtml: {
      order: "pre",
      async handler(html, { filename }) {
        if (!filename.endsWith("/homepage.html")) return html;
        // On React itself, and without this build's plugins and aliases.
        const { module } = await runnerImport<{ render: () => string }>("/src/homepage.prerender.tsx", {
          root: import.meta.dirname.replace(/build$/, ""),
          configFile: false,
        });
        return html.replace("<!--page-->", module.render);
      },
    },
  };
}
