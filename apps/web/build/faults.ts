import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

/** The pages that say why there is no other, by their code. */
const faults: Readonly<Record<string, { title: string; hint: string }>> = {
  404: {
    title: "There is nothing here",
    hint: "The address may be mistyped, or what was here is gone.",
  },
  500: {
    title: "An unexpected error occurred",
    hint: "The fault is ours. Reload the page in a moment to try again.",
  },
};
const root = path.resolve(import.meta.dirname, "..");
export const faultPages = Object.keys(faults).map((code) => path.join(root, `${code}.html`));

/** Makes these pages, which no file holds, from the one in fault.html. */
export function faultsFromOnePage(): Plugin {
  return {
    name: "mayfly:faults",
    resolveId: (id) => (faultPages.includes(id) ? id : null),
    async load(id) {
      if (!faultPages.includes(id)) return null;
      const code = path.basename(id, ".html");
      const page = await readFile(path.join(root, "fault.html"), "utf8");
      const values: Record<string, string | undefined> = { code, ...faults[code] };
      return page.replace(/\[\[(\w+)\]\]/g, (_, name: string) => values[name] ?? this.error(`fault.html: ${name}`));
    },
  };
}
