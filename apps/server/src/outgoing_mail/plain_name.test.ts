import { expect, it } from "vitest";
import { plainName } from "./plain_name.ts";

it.each([
  ["Ada Lovelace", "Ada Lovelace"],
  ["Dr. J. R. O’Neill-Smith", "Dr. J. R. O’Neill-Smith"],
  ["Lakeside Software, Inc.", "Lakeside Software Inc."],
  ["AT&T", "AT&T"],
  ["3M", "3M"],
  ["Studio 54", "Studio 54"],
  ["adidas", "adidas"],
  ["Ludwig van der Berg", "Ludwig van der Berg"],
  ["Мария Петрова", "Мария Петрова"],
  ["山田 太郎", "山田 太郎"],
  ["محمد علی", "محمد علی"],
])("leaves the name %s", (given, shown) => {
  expect(plainName(given)).toBe(shown);
});

it.each([
  ["a link", "Visit https://evil.example/win now", "Visit"],
  ["a host", "evil.example", ""],
  ["a host in other dots", "evil．example evil。example evil․example evil.​example", ""],
  ["a host behind a word", "Bank www.evil.example", "Bank"],
  ["an address", "mail me@evil.example", "mail"],
  ["a sentence", "Your account is blocked, call us at once to unlock it", "Your"],
  ["a number to call", "Call 0800 123456 Now", "Call Now"],
  ["line ends", "Ada\r\nBcc: all@evil.example", "Ada"],
  ["markup", "<a href=x>Ada</a> Lovelace", "Lovelace"],
  ["text that turns around", "Ada \u202eelpmaxe", "Ada"],
  ["a long word", "x".repeat(200), ""],
  ["combining marks without end", `A${"\u0301".repeat(1000)}`, ""],
])("leaves out %s", (_what, given, shown) => {
  expect(plainName(given)).toBe(shown);
});
