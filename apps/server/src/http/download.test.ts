import { expect, it } from "vitest";
import { fileName } from "./download.ts";

it.each([
  ["report.pdf", "report.pdf"],
  ["Übersicht 2026 – 日本語.xlsx", "Übersicht 2026 – 日本語.xlsx"],
  ["../../etc/passwd", "passwd"],
  ["..\\..\\windows\\win.ini", "win.ini"],
  ["C:\\temp\\a.txt", "a.txt"],
  ["/", "attachment"],
  ["..", "attachment"],
  ["", "attachment"],
  [".htaccess", "htaccess"],
  ["a.txt. .", "a.txt"],
  ["a\r\nSet-Cookie: x=y.txt", "a_Set-Cookie_ x=y.txt"],
  ["invoice\u202efdp.exe", "invoice_fdp.exe"],
  ["a\0.png", "a_.png"],
  ['a"; filename="b.exe', "a_; filename=_b.exe"],
  ["a%2f..%2Fb.txt", "a_2f.._2Fb.txt"],
  ["a%00%5cb%252f.txt", "a_00_5cb_252f.txt"],
  ["d%20e.txt", "d%20e.txt"],
  ["100%.txt", "100%.txt"],
  ["\ud800.txt", "_.txt"],
])("saves %j as %j (threat 18)", (given, saved) => expect(fileName(given)).toBe(saved));

it("shortens a long name without losing its extension or splitting a character", () => {
  const name = fileName(`${"🐞".repeat(300)}.pdf`);
  expect(name).toBe(`${"🐞".repeat(150)}.pdf`);
});
