import { expect, it } from "vitest";
import { isSameOrigin } from "./same_origin.ts";

const isFrom = (origin: string, host: string, publicUrl = "http://mayfly.example") =>
  isSameOrigin({ origin, host }, new URL(publicUrl));

it.each([
  ["http://mayfly.example", "web1:3000"],
  ["http://mayfly.example:3000", "mayfly.example:3000"],
  ["http://localhost:3000", "localhost:3000"],
  ["http://a.localhost:3000", "a.localhost:3000"],
  ["http://127.0.0.1:3000", "127.0.0.1:3000"],
  ["http://[::1]:3000", "[::1]:3000"],
  ["http://192.168.1.5", "192.168.1.5"],
])("takes a page of %s for our own, asking for %s (threat 30)", (origin, host) => {
  expect(isFrom(origin, host)).toBe(true);
});

it.each([
  ["http://evil.example:3000", "evil.example:3000"],
  ["http://evil.example:3000", "mayfly.example"],
  ["http://evil.example:3000", "localhost:3000"],
  ["http://localhost.evil.example", "localhost.evil.example"],
  ["http://evillocalhost", "evillocalhost"],
  ["http://127.0.0.1.evil.example", "127.0.0.1.evil.example"],
  ["http://127.0.0.1:4000", "127.0.0.1:3000"],
  ["http://mayfly.example:3000", "localhost:3000"],
  ["null", "localhost:3000"],
  ["", ""],
])("does not take a page of %s for our own, asking for %s (threat 30)", (origin, host) => {
  expect(isFrom(origin, host)).toBe(false);
});

it("takes no page without https where PUBLIC_URL has it", () => {
  expect(isFrom("https://127.0.0.1", "127.0.0.1", "https://mayfly.example")).toBe(true);
  expect(isFrom("http://127.0.0.1", "127.0.0.1", "https://mayfly.example")).toBe(false);
  expect(isFrom("http://mayfly.example", "mayfly.example", "https://mayfly.example")).toBe(false);
});
