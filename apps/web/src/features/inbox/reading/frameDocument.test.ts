import { imageProxyPath } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { frameDocument, hasRemoteImages } from "./frameDocument.ts";

it("the frame's policy comes before the content and allows images of the proxy only", () => {
  const html = frameDocument("<p>Hi</p>", { imagesFrom: "https://mayfly.test" });
  expect(html.indexOf("img-src data: https://mayfly.test/api/method/disposable_email.img;")).toBeGreaterThan(0);
  expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.indexOf("<p>Hi</p>"));
});

it("the frame's policy allows only the message's own images until others are wanted", () => {
  const content = `<img src="${imageProxyPath}?url=x">`;
  expect(hasRemoteImages(content)).toBe(true);
  expect(hasRemoteImages('<img src="data:image/png;base64,AAAA">')).toBe(false);
  expect(frameDocument(content, { imagesFrom: undefined })).toContain("img-src data:;");
});
