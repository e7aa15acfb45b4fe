import { type Plugin, runnerImport } from "vite";
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
        // Drawn with React itself, without this build's plugins and aliases.
        const { module } = await runnerImport<{ render: (document: object) => string }>(file, {
          root: import.meta.dirname.replace(/build$/, ""),
          configFile: false,
        });
        return html.replace(place, () => module.render(apiDocument));
      },
    },
  };
}
