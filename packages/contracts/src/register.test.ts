import { expect, it } from "vitest";
import { companySizes } from "./profile.ts";
import { countries } from "./register.ts";

it("offers fifteen countries (B51, L10)", () => {
  expect(countries.map(({ code, dial }) => `${code} ${dial}`)).toEqual([
    "US +1",
    "CA +1",
    "GB +44",
    "DE +49",
    "FR +33",
    "IT +39",
    "ES +34",
    "AU +61",
    "JP +81",
    "IN +91",
    "BR +55",
    "MX +52",
    "CN +86",
    "RU +7",
    "KR +82",
  ]);
});

it("offers six sizes of a company (L05)", () => {
  expect(companySizes).toEqual(["1-10", "11-50", "51-200", "201-500", "501-1000", "1000+"]);
});
