import { expect, it } from "vitest";
import { fileSize, shownName } from "./file.ts";

it.each([
  ["report.pdf", "report.pdf"],
  ["Übersicht März.pdf", "Übersicht März.pdf"],
  ["invoice\u202efdp.exe", "invoicefdp.exe"],
  ["a\r\nb\0.txt", "ab.txt"],
  [" \u200f ", "Unnamed file"],
  ["", "Unnamed file"],
])("%j is shown as %j", (given, shown) => {
  expect(shownName(given)).toBe(shown);
});

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1.0 kB"],
  [12_345, "12.3 kB"],
  [123_456, "123 kB"],
  [25_000_000, "25.0 MB"],
])("%d bytes are %s", (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});
