import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const pages = globSync(["*.md", "docs/**/*.md", ".github/*.md"], { cwd: root });
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The fragments by which GitHub finds a page's headings. */
const anchorsOf = (text: string) =>
  [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );

it("has only links in the documents that lead to a file, and to a heading in it", () => {
  expect(pages.length).toBeGreaterThan(20);
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => ({ page, target })),
  );
  const broken = links
    .filter(({ target }) => !/^[a-z]+:/.test(target))
    .filter(({ page, target }) => {
      const [file = "", anchor] = target.split("#");
      const to = file === "" ? page : path.join(path.dirname(page), file);
      if (!existsSync(path.join(root, to))) return true;
      return anchor !== undefined && !anchorsOf(read(to)).includes(anchor);
    })
    .map(({ page, target }) => `${page} links to ${target}`);
  expect(links.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

it("has a title of the file's number in each decision", () => {
  for (const page of pages.filter((one) => one.startsWith("docs/decisions/"))) {
    expect(read(page), page).toMatch(new RegExp(`^# ${path.basename(page).slice(0, 3)} [A-Z]`));
  }
});
