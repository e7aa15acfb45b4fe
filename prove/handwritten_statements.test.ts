import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "../bench/folders.ts";
import { shapeOf } from "./explained.ts";
import { handwrittenStatements, textsOf } from "./handwritten_statements.ts";

it("reads the texts of a source, in the parts between their values", () => {
  const source = [
    "// It's no `text",
    'const name = "a \\" b"; /* `neither` */',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source with a template
    "const one = sql`SELECT ${name} FROM ${cond ? sql`inner ${{ a: 1 }.a}` : `x`} WHERE \\`y\\``;",
  ].join("\n");
  expect(textsOf(source)).toEqual([['a \\" b'], ["inner ", ""], ["x"], ["SELECT ", " FROM ", " WHERE y"]]);
});

it("compares statements without spaces, and without how many values a list has (row Z13)", () => {
  expect(shapeOf("SELECT  a\n FROM b WHERE c IN ($1, $2,$3) AND d = $12")).toBe(
    "SELECT a FROM b WHERE c IN ($) AND d = $",
  );
  expect(shapeOf("INSERT INTO a VALUES ($1,$2), ($3,$4)")).toBe(shapeOf("INSERT INTO a VALUES ($1,$2)"));
});

it("finds the statements of the server's source (row Z13)", async () => {
  const found = await handwrittenStatements();
  // Counted in another way: by what begins one.
  const folder = path.join(root, "apps/server/src");
  for (const file of ["features/inbox/inbox.ts", "features/delivery/queue.ts", "features/search/search_index.ts"]) {
    const source = await readFile(path.join(folder, file), "utf8");
    const begun = source.match(/[`"]\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\s/g) ?? [];
    expect(
      found.filter((one) => one.file === file),
      file,
    ).toHaveLength(begun.length);
  }
});
