import { expect, it } from "vitest";
import { around, isAt, pages } from "./pages.ts";

const files = import.meta.glob("../features/*/*.tsx");

it("every page has a path of its own and a component that is there, and each layout its parts", () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  const parts = [
    ...pages.flatMap((page) => ["part" in page ? page.part : [], "showcase" in page ? page.showcase : []].flat()),
    ...Object.values(around).flat(),
  ];
  expect(parts.filter((part) => !Object.hasOwn(files, `../features/${part}.tsx`))).toEqual([]);
});

it.each([
  ["/dashboard", "/dashboard", true],
  ["/dashboard", "/Dashboard/", true],
  ["/dashboard", "/dashboard/emails", false],
  ["/dashboard/webhooks/:name", "/dashboard/webhooks/hook-1", true],
  ["/dashboard/webhooks/:name", "/dashboard/webhooks/", false],
  ["/", "/", true],
  ["/", "/login", false],
])("the page of %s is at %s: %s", (page, pathname, right) => {
  expect(isAt(page, pathname)).toBe(right);
});
