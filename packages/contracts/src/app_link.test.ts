import { expect, it } from "vitest";
import { appLinkIn, appLinkPage, askBeforeOpening, isAppLink } from "./app_link.ts";

it.each(["myapp://verify?token=a%20b#c", "tel:+49 30 1", "sms:+4930?body=hi", "com.shop.app+beta://order/1"])(
  "takes %j for a link of another app",
  (href) => {
    expect(isAppLink(href)).toBe(true);
    expect(appLinkIn(askBeforeOpening(href).slice(appLinkPage.length))).toBe(href);
  },
);

it.each([
  ...["javascript://x%0aalert(1)", "JavaScript://alert(1)", "java\nscript://x", "\u0001javascript://x", "vbscript://x"],
  ...["data://text/html,x", "data:text/html,x", "file:///etc/passwd", "blob:https://a.example/x", "blob://x"],
  ...["filesystem://x", "about://blank", "view-source://x", "chrome://settings", "intent://x#Intent;end", "smb://a/b"],
  ...["ms-msdt://id", "ms-word:ofe|u|x", "search-ms://query=x", "https://a.example/", "mailto:a@b.example", "x", ""],
  ...["myapp:verify", "://x", "MyApp://x", " java script://x", "java script://x", " myapp://x\n", "/open#myapp://x"],
])("takes %j for no link of another app (threat 24)", (href) => {
  expect(isAppLink(href)).toBe(false);
  expect(appLinkIn(`#${encodeURIComponent(href)}`)).toBeUndefined();
});

it("reads no link from a fragment that cannot be decoded", () => expect(appLinkIn("#%zz")).toBeUndefined());
