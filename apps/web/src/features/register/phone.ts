import { type CountryCode, countries } from "@mayfly/contracts";
import { AsYouType, getExampleNumber } from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";

const dialOf = (country: CountryCode) => countries.find(({ code }) => code === country)?.dial ?? "";
const digitsOf = (text: string) => text.replace(/\D/g, "");
/** A mobile number of the country: they are its longest. */
const exampleDigits = (country: CountryCode) => getExampleNumber(country, examples)?.nationalNumber ?? "";

/** The country of a whole international number, which begins with + or with 00; the given one where that does not tell. */
export function countryOf(text: string, otherwise: CountryCode): CountryCode {
  const number = international(text);
  if (!number.startsWith("+") || number.startsWith(dialOf(otherwise))) return otherwise;
  return countries.find(({ dial }) => number.startsWith(dial))?.code ?? otherwise;
}

/** As it is, but without signs between the digits and with + for 00. */
const international = (text: string) =>
  text
    .trim()
    .replace(/^00/, "+")
    .replace(/(?!^\+)\D/g, "");

/** The digits after the dial prefix, without the one that is dialled before them inside the country only. */
function nationalDigits(text: string, country: CountryCode): string {
  const dial = dialOf(country);
  const number = international(text);
  const digits = digitsOf(number.startsWith(dial) ? number.slice(dial.length) : number);
  // Russia's 8 also begins numbers there: it is the inland prefix only where there is a digit too many.
  if (country === "RU" && digits.length <= exampleDigits(country).length) return digits;
  const formatter = new AsYouType(country);
  formatter.input(digits);
  return formatter.getNumberValue()?.slice(dial.length) ?? "";
}

/** The number with the country's prefix, grouped as people there read it (B54 to B56). Digits too many are dropped. */
export function formatPhone(text: string, country: CountryCode): string {
  const digits = nationalDigits(text, country).slice(0, exampleDigits(country).length);
  if (digits === "") return "";
  const dial = dialOf(country);
  // North America writes its area codes in brackets.
  return dial === "+1" ? `${dial} ${new AsYouType(country).input(digits)}` : new AsYouType().input(dial + digits);
}

/** The same number under another country's prefix (B57). */
export const movePhone = (text: string, from: CountryCode, to: CountryCode): string =>
  formatPhone(nationalDigits(text, from), to);

/** What a number of the country looks like (B53). */
export const phoneExample = (country: CountryCode): string => formatPhone(exampleDigits(country), country);

/**
 * Formats what has just been typed into a field, and keeps the caret behind the digit that it stood behind.
 * @param erased the field before a backspace, which must take a digit with it and not only the sign between two
 */
export function retypePhone(field: HTMLInputElement, country: CountryCode, erased?: string) {
  let before = field.value.slice(0, field.selectionStart ?? field.value.length);
  const after = field.value.slice(before.length);
  if (erased !== undefined && digitsOf(erased) === digitsOf(field.value)) before = before.replace(/\d\D*$/, "");
  field.value = formatPhone(before + after, country);
  // Counted from the end, because the prefix may be new.
  let caret = field.value.length;
  for (let digits = digitsOf(after).length; digits > 0 && caret > 0; )
    if (/\d/.test(field.value.charAt(--caret))) digits--;
  field.setSelectionRange(caret, caret);
}
