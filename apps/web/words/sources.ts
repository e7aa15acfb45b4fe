import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";

export const root = path.resolve(import.meta.dirname, "../../..");

/** Drops the names of a text's placeholders: `{n} emails` becomes `{} emails`. */
export const shape = (text: string) =>
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
export function textsIn(file: string): Set<string> {
  const { program, errors } = parseSync(file, readFileSync(path.join(root, file), "utf8"));
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
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

/** The sources whose texts people meet: the web app, the server and the contracts, without tests. */
export const sourceFiles = () =>
  globSync("{packages/contracts,apps/web,apps/server}/src/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.test\.|\/(?:generated|testing)\//.test(file),
  );
