import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import required from "./required.json" with { type: "json" };

const root = path.resolve(import.meta.dirname, "../../..");

/** Drops the names of a text's placeholders: `{n} emails` becomes `{} emails`. */
const shape = (text: string) =>
  text
    .replace(/\{[^{}]*\}/g, "{}")
    .replace(/\s+/g, " ")
    .trim();

/** The running text between an element's tags, split where other elements stand. */
function runs(children: readonly ESTree.JSXChild[]): string[] {
  const found = [""];
  for (const child of children) {
    let text: string | undefined;
    if (child.type === "JSXText") text = child.value;
    else if (child.type === "JSXExpressionContainer") {
      text = child.expression.type === "Literal" ? String(child.expression.value) : "{}";
    }
    if (text === undefined) found.push("");
    else found.push(found.pop() + text);
  }
  return found;
}

/** Every text that a file holds: strings, templates, and what stands between tags. */
function textsIn(file: string): Set<string> {
  const { program, errors } = parseSync(file, readFileSync(path.join(root, file), "utf8"));
  expect(errors, file).toEqual([]);
  const texts = new Set<string>();
  const add = (text: string) => texts.add(shape(text));
  const between = ({ children }: { children: readonly ESTree.JSXChild[] }) => runs(children).forEach(add);
  new Visitor({
    Literal({ value }) {
      if (typeof value === "string") add(value);
    },
    TemplateLiteral({ quasis }) {
      add(quasis.map(({ value }) => value.cooked).join("{}"));
    },
    JSXElement: between,
    JSXFragment: between,
  }).visit(program);
  return texts;
}

/**
 * required.json: the texts that the requirements name, each with its row. `in` says where, for a text that stands in
 * several files; `elsewhere` says why one is not in ours.
 */
test("the sources contain the texts of required.json verbatim, each in its place", () => {
  const files = globSync("{packages/contracts,apps/web,apps/server}/src/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.test\.|\/(?:generated|testing)\//.test(file),
  );
  const texts = new Map(files.map((file) => [file, textsIn(file)]));
  const faults: string[] = [];
  for (const { id, text, in: place, elsewhere } of required as Required[]) {
    const wanted = shape(text);
    const places = files.filter((file) => texts.get(file)?.has(wanted));
    if (elsewhere !== undefined) {
      if (places.length > 0) faults.push(`${id}: "${text}" is ours after all, in ${places}`);
    } else if (place !== undefined) {
      if (!places.includes(place)) faults.push(`${id}: "${text}" is not in ${place}`);
    } else if (places.length === 0) faults.push(`${id}: "${text}" is nowhere`);
    else if (places.length > 1) faults.push(`${id}: "${text}" is in ${places}; say which`);
  }
  expect(faults).toEqual([]);
});

interface Required {
  id: string;
  text: string;
  in?: string;
  elsewhere?: string;
}
