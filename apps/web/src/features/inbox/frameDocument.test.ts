import { expect, it } from "vitest";
import { frameDocument } from "./frameDocument.ts";

it("the frame's policy comes before the content and allows images of the proxy only", () => {
  const html = frameDocument("<p>Hi</p>", "https://mayfly.test");
  expect(html.indexOf("img-src data: https://mayfly.test/api/method/disposable_email.img;")).toBeGreaterThan(0);
  expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.indexOf("<p>Hi</p>"));
});
