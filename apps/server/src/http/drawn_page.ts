import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type FirstView, firstViewId } from "@mayfly/contracts";

export interface DrawnPage {
  /** The page's inline script, as a Content-Security-Policy names it. */
  script: string;
  /** Returns the page with the screen at that URL rendered into it (docs/decisions/009). */
  draw(url: string, view: FirstView): string;
}

/**
 * @param folder the built web app
 * @param app its index.html
 * @returns undefined if it has been built without the bundle that renders screens
 */
export async function readDrawnPage(folder: string, app: string): Promise<DrawnPage | undefined> {
  const file = path.join(folder, "server/screens.server.js");
  if (!existsSync(file)) return undefined;
  const { render } = (await import(pathToFileURL(file).href)) as { render: DrawnPage["draw"] };

  // What the first paint needs is inlined, and the browser loads nothing else before it.
  const read = (match: RegExpExecArray | null) => (match?.[1] ? readFile(path.join(folder, match[1]), "utf8") : "");
  const [styles, theme] = await Promise.all([stylesheet, themeScript].map((tag) => read(tag.exec(app))));
  const script = `${theme}${keepKeys}${startAfterPaint(appScript.exec(app)?.[1] ?? "")}`;
  const shell = app
    .replace(appScript, "")
    .replace(themeScript, () => `<script>${script}</script>`)
    .replace(stylesheet, () => `<style>${styles}</style>`);

  return {
    script: `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    draw(url, view) {
      // Browsers never run a script of this type. `<` is escaped, since `</script>` in the data would end it.
      const data = JSON.stringify(view).replaceAll("<", "\\u003c");
      const drawn = `<div id="root" inert>${render(url, view)}</div>`;
      return shell.replace(root, () => `${drawn}<script type="application/json" id="${firstViewId}">${data}</script>`);
    },
  };
}

// Includes the placeholder that is shown until the app has loaded, which ends with `</main>`.
const root = /<div id="root">.*?<\/main><\/div>/s;
const stylesheet = /<link rel="stylesheet"[^>]* href="([^"]+)">/;
const themeScript = /<script src="(\/theme\.js)"><\/script>/;
const appScript = /<script type="module"[^>]* src="([^"]+)"><\/script>/;

/**
 * The screen looks ready before the app is, which plays what was pressed meanwhile (playEarlyKeys.ts of the web app). The
 * shortcut of the palette is not left to the browser, whose own would take what is typed next.
 */
const keepKeys = `
window.earlyKeys = [];
addEventListener("keydown", (event) => {
  if (!(window.earlyKeys?.length < 50)) return;
  window.earlyKeys.push(event);
  if ((event.ctrlKey || event.metaKey) && event.key === "k") event.preventDefault();
}, true);`;

/** The browser runs no animation frame for a hidden page, which therefore starts at once. */
const startAfterPaint = (script: string) => `
const start = () => import(${JSON.stringify(script)});
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));`;
