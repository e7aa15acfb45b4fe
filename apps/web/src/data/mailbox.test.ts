import { expect, it } from "vitest";
import { splitMailbox } from "./mailbox.ts";

it.each([
  ["Ann Lee <ann@example.com>", "Ann Lee", "ann@example.com"],
  ["Lee, Ann <ann@example.com>", "Lee, Ann", "ann@example.com"],
  ['"Sales Team" <ann@example.com>', '"Sales Team"', "ann@example.com"],
  ["LAKESIDE\\ann <ann@example.com>", "LAKESIDE\\ann", "ann@example.com"],
  ["ann@example.com", "ann@example.com", "ann@example.com"],
  ["<ann@example.com>", "ann@example.com", "ann@example.com"],
  ["boss@bank.example <evil@example.com>", "boss@bank.example", "evil@example.com"],
  ["<script>alert(1)</script> <evil@example.com>", "<script>alert(1)</script>", "evil@example.com"],
  ["", "", ""],
])("%s", (text, name, address) => {
  expect(splitMailbox(text)).toEqual({ name, address });
});
