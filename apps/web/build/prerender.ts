import { type Plugin, runnerImport } from "vite";

/** What is seen of pages before any script has run: the whole public page, and that the app is on its way. */
const firstPictures = [
  ["/homepage.html", "<!--page-->", "/src/homepage.prerender.tsx"],
  ["/index.html", "<!--waiting-->", "/src/waiting.prerender.tsx"],
] as const;

/** Draws it into them. */
export function prerender(): Plugin {
  return {
    name: "mayfly:prerender",
    transformIndexHtml: {
      order: "pre",
      async handler(html, { filename }) {
        const [, place, file] = firstPictures.find(([page]) => filename.endsWith(page)) ?? [];
        if (place === undefined || file === undefined) return html;
        // On React itself, and without this build's plugins and aliases.
        const { module } = await runnerImport<{ render: () => string }>(file, {
          root: import.meta.dirname.replace(/build$/, ""),
          configFile: false,
        });
        return html.replace(place, module.render);
      },
    },
  };
}
