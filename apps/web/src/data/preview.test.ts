import { describe, expect, it } from "vitest";
import { cut, plainText } from "./preview.ts";

describe("plainText", () => {
  it("drops tags, comments and the contents of styles and scripts", () => {
    expect(plainText("<style>p{}</style><p>Hello <b>you</b></p><script>x()</script><!-- c -->!")).toBe("Hello you !");
  });

  it("collapses white space", () => {
    expect(plainText("  a \n\t b\u00a0 c ")).toBe("a b c");
  });

  it("keeps < and > that are not part of a tag", () => {
    expect(plainText("1 < 2 and 3 > 2, <3")).toBe("1 < 2 and 3 > 2, <3");
  });
});

describe("cut", () => {
  it("leaves a text that fits unchanged", () => {
    expect(cut("a".repeat(80), 80)).toBe("a".repeat(80));
  });

  it("cuts a longer text and ends it with an ellipsis, only once", () => {
    expect(cut("a".repeat(81), 80)).toBe(`${"a".repeat(80)}...`);
    expect(cut(cut("a".repeat(130), 120), 80)).toBe(`${"a".repeat(80)}...`);
  });

  it("counts an emoji as one character", () => {
    expect(cut("😀".repeat(3), 3)).toBe("😀😀😀");
    expect(cut("😀".repeat(3), 2)).toBe("😀😀...");
  });
});
