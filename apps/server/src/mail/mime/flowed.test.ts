import { expect, it } from "vitest";
import { unflowed } from "./flowed.ts";

it.each([
  ["lines that go on", "One \r\ntwo\r\nthree", "One two\nthree"],
  ["a blank that only parts lines", "hel \nlo \nyou", "helloyou", true],
  ["quoted lines", "> one \n> two\n> \nmine", "> one two\n> \nmine"],
  ["quotes within quotes", ">> one \n>> two \n> three \nmine", ">> one two \n> three \nmine"],
  ["marks without a blank behind them", ">one \n>two", "> one two"],
  ["a signature", "Bye \n-- \nZo \nof Lakeside", "Bye \n-- \nZo of Lakeside"],
  ["a quoted signature", "> Bye\n> -- \n> Zo", "> Bye\n> -- \n> Zo"],
  ["a signature with blanks to delete", "-- \nZo", "-- \nZo", true],
  ["a blank in front that protects what follows", " From me\n >no quote\n  two\n", "From me\n>no quote\n two\n"],
])("unwraps flowed text with %s", (_what, text, shown, delsp = false) => {
  expect(unflowed(text, delsp)).toBe(shown);
});
