import { describe, expect, it } from "vitest";
import { destination } from "./session.ts";

describe("destination", () => {
  it("is the wanted path if it is one of this app", () => {
    expect(destination({ wanted: "/inbox?email=a%40b.test" })).toBe("/inbox?email=a%40b.test");
  });

  it.each([
    null,
    undefined,
    {},
    { wanted: 1 },
    { wanted: "" },
    { wanted: "https://evil.test" },
    { wanted: "//evil.test" },
    { wanted: "/\\evil.test" },
  ])("is the dashboard for %j", (state) => {
    expect(destination(state)).toBe("/dashboard");
  });
});
