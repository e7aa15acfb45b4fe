import { type CountryCode, countries } from "@mayfly/contracts";
import { describe, expect, it } from "vitest";
import { countryOf, formatPhone, movePhone, phoneExample, retypePhone } from "./phone.ts";

describe("formatPhone", () => {
  it.each<[typed: string, country: CountryCode, shown: string]>([
    ["5", "US", "+1 5"],
    ["+1 5551", "US", "+1 (555) 1"],
    ["5551234567", "US", "+1 (555) 123-4567"],
    ["+1 (555) 123-45678", "US", "+1 (555) 123-4567"],
    ["5551234567", "CA", "+1 (555) 123-4567"],
    ["7911123456", "GB", "+44 7911 123456"],
    ["0611223344", "FR", "+33 6 11 22 33 44"],
    ["+49 1512 3456789", "DE", "+49 1512 3456789"],
    ["9012345678123456", "JP", "+81 90 1234 5678"],
    ["０９０１２３４５６７８", "JP", "+81 90 1234 5678"],
    ["5551234567", "RU", "+7 555 123 45 67"],
    ["555", "RU", "+7 555"],
    ["555123456", "AU", "+61 555 123 456"],
    ["123456789", "ES", "+34 123 45 67 89"],
    ["no digits", "US", ""],
    ["+1 ", "US", ""],
    ["", "US", ""],
  ])("shows %j of %s as %j (B54 to B56, B58)", (typed, country, shown) => {
    expect(formatPhone(typed, country)).toBe(shown);
  });

  it.each<[typed: string, country: CountryCode, shown: string]>([
    ["07911123456", "GB", "+44 7911 123456"],
    ["15551234567", "US", "+1 (555) 123-4567"],
    ["89123456789", "RU", "+7 912 345 67 89"],
    // Here the 8 belongs to the number itself.
    ["8123456789", "RU", "+7 812 345 67 89"],
    ["0612345678", "IT", "+39 06 1234 5678"],
  ])("removes the national dial prefix, if there is one, from %j of %s", (typed, country, shown) => {
    expect(formatPhone(typed, country)).toBe(shown);
  });

  it.each(countries)(
    "leaves its own results unchanged, and drops digits beyond the example's ($code)",
    ({ code, dial }) => {
      const example = phoneExample(code);
      expect(example.startsWith(`${dial} `)).toBe(true);
      expect(example.split(/[ -]/).length).toBeGreaterThan(2);
      expect(formatPhone(example, code)).toBe(example);
      expect(formatPhone(`${example}99999`, code)).toBe(example);
    },
  );
});

it.each<[pasted: string, country: CountryCode, its: CountryCode, shown: string]>([
  ["+44 7911 123456", "US", "GB", "+44 7911 123456"],
  ["0044 7911 123456", "US", "GB", "+44 7911 123456"],
  ["+1 (555) 123-4567", "GB", "US", "+1 (555) 123-4567"],
  ["001 555 123 4567", "US", "US", "+1 (555) 123-4567"],
  ["+1 555 123 4567", "CA", "CA", "+1 (555) 123-4567"],
  ["07911 123456", "GB", "GB", "+44 7911 123456"],
  ["＋４４ ７９１１ １２３４５６", "JP", "GB", "+44 7911 123456"],
  ["+351 912 345 678", "US", "US", "+351 912 345 678"],
  ["00351 912 345 678", "DE", "DE", "00351 912 345 678"],
  ["00000 00000 00000 0000", "US", "US", "00000 00000 00000"],
  ["(+44) 20 7946 0000", "US", "GB", "+44 20 7946 0000"],
  ["tel:+442079460000", "US", "GB", "+44 20 7946 0000"],
  ["Phone: +49 1512 3456789", "US", "DE", "+49 1512 3456789"],
  ["(0)7911 123456", "GB", "GB", "+44 7911 123456"],
])("recognises %j, pasted for %s, as a number of %s", (pasted, country, its, shown) => {
  expect(countryOf(pasted, country)).toBe(its);
  expect(formatPhone(pasted, its)).toBe(shown);
});

it("keeps a number's national digits when the country changes (B57)", () => {
  expect(movePhone("+1 (555) 123-4567", "US", "GB")).toBe("+44 55 5123 4567");
  expect(movePhone("+44 7911 123456", "GB", "US")).toBe("+1 (791) 112-3456");
  expect(movePhone("+1 (555) 123-4567", "US", "CA")).toBe("+1 (555) 123-4567");
  expect(movePhone("", "US", "GB")).toBe("");
  expect(movePhone("+49 ", "DE", "US")).toBe("");
  expect(movePhone("+351 912 345 678", "US", "GB")).toBe("+351 912 345 678");
});

/** Presses the keys one after the other, and returns the field's text and the chosen country. */
function type(keys: string, chosen: CountryCode) {
  const field = { value: "", selectionStart: null, setSelectionRange: () => undefined };
  let country = chosen;
  for (const key of keys) {
    const shown = field.value;
    field.value = key === "\b" ? shown.slice(0, -1) : shown + key;
    country = countryOf(field.value, country);
    const how = key === "\b" ? "deleteContentBackward" : "insertText";
    retypePhone(field as unknown as HTMLInputElement, country, shown, how);
  }
  return [field.value, country];
}

describe("retypePhone", () => {
  it.each(countries)("formats the example number when it is typed key by key ($code)", ({ code, dial }) => {
    const example = phoneExample(code);
    expect(type(example, code)).toEqual([example, code]);
    expect(type(example.slice(dial.length), code)).toEqual([example, code]);
    expect(type(example.replace(/\D/g, ""), code)).toEqual([example, code]);
    // The number decides, whatever country is chosen; the United States come before Canada.
    const found = code === "CA" ? "US" : code;
    for (const written of [example, example.replace("+", "00"), example.replace(/[^+\d]/g, "")])
      expect(type(written, code === "KR" ? "JP" : "KR")).toEqual([example, found]);
  });

  it.each<[before: string, after: string, country: CountryCode, shown: string, caret: string]>([
    ["+1 (555) 9", "123-4567", "US", "+1 (555) 912-3456", "+1 (555) 9"],
    ["+1 (555) 98", "12-3456", "US", "+1 (555) 981-2345", "+1 (555) 98"],
    ["0", "171 123", "DE", "+49 171 123", "+49 "],
    ["0049", "171 123", "DE", "+49 171 123", "+49 "],
    ["5", "", "US", "+1 5", "+1 5"],
  ])("keeps the caret behind the same digit: %s|%s", (before, after, country, shown, expected) => {
    let caret = 0;
    const field = {
      value: before + after,
      selectionStart: before.length,
      setSelectionRange: (at: number) => {
        caret = at;
      },
    };
    retypePhone(field as unknown as HTMLInputElement, country, "", "insertText");
    expect([field.value, field.value.slice(0, caret)]).toEqual([shown, expected]);
  });

  it.each<[keys: string, chosen: CountryCode, shown: string, country?: CountryCode]>([
    ["+", "US", "+"],
    ["0", "US", "0"],
    ["004", "US", "004"],
    ["+49", "US", "+49", "DE"],
    ["+1", "CA", "+1"],
    ["+44 (0)7911 123456", "GB", "+44 7911 123456"],
    ["07911 123456", "GB", "+44 7911 123456"],
    ["0612345678", "IT", "+39 06 1234 5678"],
    ["89123456789", "RU", "+7 912 345 67 89"],
    ["+351 912 345 678", "US", "+351 912 345 678"],
    ["+351 9\b\b", "US", "+351"],
    ["+49 1\b", "DE", ""],
    ["+49\b", "DE", "+4"],
    ["５５５", "US", "+1 (555)"],
    // An area code equal to the dial prefix: it counts as the prefix only where there is a digit too many.
    ["55991234567", "BR", "+55 55 99123 4567"],
    ["5555991234567", "BR", "+55 55 99123 4567"],
  ])("shows %j, typed for %s, as %j", (keys, chosen, shown, country = chosen) => {
    expect(type(keys, chosen)).toEqual([shown, country]);
  });
});
