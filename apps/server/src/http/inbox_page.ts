import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type FirstView, firstViewId } from "@mayfly/contracts";

export interface InboxPage {
  /** The script that stands in it, as a Content-Security-Policy names it. */
  script: string;
  /** The page of an inbox with its list drawn in it (docs/decisions/009). */
  draw(url: string, view: FirstView): string;
}

/**
 * @param folder the built web app
 * @param app its page
 * @returns undefined where it has been built without what draws
 */
export async function readInboxPage(folder: string, app: string): Promise<InboxPage | undefined> {
  const file = path.join(folder, "server/inbox.server.js");
  if (!existsSync(file)) return undefined;
  const { render } = (await import(pathToFileURL(file).href)) as { render: InboxPage["draw"] };

  // What the first paint needs stands in the page itself, and nothing else comes before it.
  const read = (match: RegExpExecArray | null) => (match?.[1] ? readFile(path.join(folder, match[1]), "utf8") : "");
  const [styles, theme] = await Promise.all([stylesheet, themeScript].map((tag) => read(tag.exec(app))));
  const script = `${theme}${startAfterPaint(appScript.exec(app)?.[1] ?? "")}`;
  const shell = app
    .replace(appScript, "")
    .replace(themeScript, () => `<script>${script}</script>`)
    .replace(stylesheet, () => `<style>${styles}</style>`);

  return {
    script: `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    draw(url, view) {
      // A script of this type is never run. It ends where its text would end it.
      const data = JSON.stringify(view).replaceAll("<", "\\u003c");
      const drawn = `<div id="root" inert>${render(url, view)}</div>`;
      return shell.replace(root, () => `${drawn}<script type="application/json" id="${firstViewId}">${data}</script>`);
    },
  };
}

// With what is seen of the app before it is here, which ends so.
const root = /<div id="root">.*?<\/main><\/div>/s;
const stylesheet = /<link rel="stylesheet"[^>]* href="([^"]+)">/;
const themeScript = /<script src="(\/theme\.js)"><\/script>/;
const appScript = /<script type="module"[^>]* src="([^"]+)"><\/script>/;

/** A page that nobody looks at is never painted. */
const startAfterPaint = (script: string) => `
const start = () => import(${JSON.stringify(script)});
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));`;
