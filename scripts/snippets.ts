import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

/** What readers run something from. */
export const pages = globSync(
  ["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "packages/client/README.md"],
  {
    cwd: root,
  },
);

/** A piece of a document that a reader may copy. */
export interface Snippet {
  page: string;
  /** What stands after the fence: a language, and a file's name if it is a whole file; empty for what is only shown. */
  info: string;
  text: string;
}

const read = (page: string) => readFileSync(path.join(root, page), "utf8");
const fenced = /^( *)```(.*)\n([\s\S]*?)^\1```$/gm;

/** The fenced blocks of a page, in their order. */
export const snippetsOf = (page: string): Snippet[] =>
  [...read(page).matchAll(fenced)].map(([, indent = "", info = "", text = ""]) => ({
    ...{ page, info },
    text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));

const command = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|node_modules\/\S+|docker|mayfly|curl|swaks|pg_dump|psql|git|sudo) ./;

/** The command lines in a page's sentences and tables, and the lines of its blocks for a shell that begin with such. */
export function commandLinesOf(page: string): { page: string; line: string }[] {
  const spans = [
    ...read(page)
      .replace(fenced, "")
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text = ""]) => text);
  const blocks = snippetsOf(page).filter(({ info }) => info === "sh");
  const lines = blocks.flatMap(({ text }) => text.replaceAll("\\\n", " ").split("\n"));
  const all = [...spans, ...lines]
    .map((line) => line.replace(/\s+#.*/, "").trim())
    .filter((line) => command.test(line));
  return [...new Set(all)].map((line) => ({ page, line }));
}
