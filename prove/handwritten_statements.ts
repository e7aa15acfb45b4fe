import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { root } from "../bench/folders.ts";
import { shapeOf } from "./explained.ts";

const begins = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\s/;
/** Where statements are that no running server sends: those of migrations and of a start. */
const apart = ["database/", "testing/", "generated/"];

/** A statement as it stands in the source: where, and its longest part without a value. */
export interface Handwritten {
  file: string;
  part: string;
}

/** The statements that stand in the server's source. */
export async function handwrittenStatements(): Promise<Handwritten[]> {
  const folder = path.join(root, "apps/server/src");
  const found: Handwritten[] = [];
  for await (const file of glob("**/*.ts", { cwd: folder })) {
    if (file.endsWith(".test.ts") || apart.some((part) => file.startsWith(part))) continue;
    for (const parts of textsOf(await readFile(path.join(folder, file), "utf8"))) {
      if (!begins.test(parts[0] ?? "")) continue;
      const [part = ""] = parts.map(shapeOf).sort((one, other) => other.length - one.length);
      found.push({ file, part });
    }
  }
  return found.sort((one, other) => (one.file < other.file ? -1 : 1));
}

/** The texts of a source, each in the parts between its values. Texts within a value follow by themselves. */
export function textsOf(source: string): string[][] {
  const texts: string[][] = [];
  const open: string[][] = [];
  // What is read: code, or the text of the innermost template; for each value, how many braces are open in it.
  const braces: number[] = [];
  let inText = false;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? "";
    const two = source.slice(at, at + 2);
    if (inText) {
      if (sign === "\\") at += 1;
      else if (sign === "`") {
        texts.push(open.pop() ?? []);
        inText = false;
      } else if (two === "${") {
        open.at(-1)?.push("");
        braces.push(0);
        inText = false;
        at += 1;
      } else (open.at(-1) as string[])[(open.at(-1) as string[]).length - 1] += sign;
    } else if (two === "//") at = endOf(source, "\n", at);
    else if (two === "/*") at = endOf(source, "*/", at) + 1;
    else if (sign === '"') {
      const end = endOfString(source, at);
      texts.push([source.slice(at + 1, end)]);
      at = end;
    } else if (sign === "`") {
      open.push([""]);
      inText = true;
    } else if (sign === "{" && braces.length > 0) braces[braces.length - 1] = (braces.at(-1) ?? 0) + 1;
    else if (sign === "}" && braces.length > 0) {
      if (braces.at(-1) === 0) {
        braces.pop();
        inText = true;
      } else braces[braces.length - 1] = (braces.at(-1) ?? 0) - 1;
    }
  }
  return texts;
}

const endOf = (source: string, end: string, from: number) => {
  const at = source.indexOf(end, from + 2);
  return at === -1 ? source.length : at;
};

function endOfString(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== '"' && source[at] !== "\n") at += source[at] === "\\" ? 2 : 1;
  return at;
}
