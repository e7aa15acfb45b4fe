import { type CountryCode, countries } from "@mayfly/contracts";
import { AsYouType, getExampleNumber } from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";

const dialOf = (country: CountryCode) => countries.find(({ code }) => code === country)?.dial ?? "";
/** Turns full-width characters, as Japanese input writes them, into plain ones. */
const plain = (text: string) => text.normalize("NFKC");
const digitsOf = (text: string) => plain(text).replace(/\D/g, "");
/** Up to this many digits form a single group in any country. */
const oneGroup = 3;
/** Captures a text up to its 15th digit: a number has no more (ITU-T E.164). */
const longest = /^((?:\D*\d){15}).*$/s;
/** The digits of an example mobile number of the country: mobile numbers are its longest. */
const exampleDigits = (country: CountryCode) => getExampleNumber(country, examples)?.nationalNumber ?? "";

/** The country of an international number, which begins with + or 00; `otherwise` where the number does not tell. */
export function countryOf(text: string, otherwise: CountryCode): CountryCode {
  const number = international(text);
  if (!number.startsWith("+") || number.startsWith(dialOf(otherwise))) return otherwise;
  return countries.find(({ dial }) => number.startsWith(dial))?.code ?? otherwise;
}

/** The number without any characters before it or between its digits, and with + for 00. */
const international = (text: string) =>
  plain(text)
    .replace(/^[^\d+]+/, "")
    .replace(/^00/, "+")
    .replace(/(?!^\+)\D/g, "");

/** Whether a number is of no listed country, or not yet of one: nothing then says how to format it. */
function isOfNone(text: string): boolean {
  const number = international(text);
  return number === "0" || (number.startsWith("+") && !countries.some(({ dial }) => number.startsWith(dial)));
}

/** The digits after the dial prefix, without the trunk prefix, which is dialled inside the country only. */
function nationalDigits(text: string, country: CountryCode): string {
  const dial = dialOf(country);
  const number = international(text);
  const given = digitsOf(number.startsWith(dial) ? number.slice(dial.length) : number);
  const most = exampleDigits(country).length;
  // A prefix typed without its + looks like an area code, until there is a digit too many.
  const digits = given.length > most && given.startsWith(digitsOf(dial)) ? given.slice(dial.length - 1) : given;
  // Russian numbers may begin with 8 themselves: it is the trunk prefix only where there is a digit too many.
  if (country === "RU" && digits.length <= most) return digits;
  const formatter = new AsYouType(country);
  formatter.input(digits);
  return formatter.getNumberValue()?.slice(dial.length) ?? "";
}

/**
 * The number with the country's prefix, grouped as people there read it (B54 to B56). Excess digits are dropped. An
 * international number must be of that country; one of no listed country stays as it is.
 */
export function formatPhone(text: string, country: CountryCode): string {
  if (isOfNone(text)) return plain(text).replace(longest, "$1");
  const digits = nationalDigits(text, country).slice(0, exampleDigits(country).length);
  if (digits === "") return "";
  const dial = dialOf(country);
  // North America writes its area codes in brackets.
  const written =
    dial === "+1" ? `${dial} ${new AsYouType(country).input(digits)}` : new AsYouType().input(dial + digits);
  // The library does not group an impossible number.
  const isGrouped = digits.length <= oneGroup || /\D/.test(written.slice(dial.length).trim());
  return isGrouped ? written : asExample(digits, country);
}

/** Groups the digits like those of the country's example number. */
function asExample(digits: string, country: CountryCode): string {
  const dial = dialOf(country);
  let [text, used] = [dial, 0];
  for (const sign of phoneExample(country).slice(dial.length)) {
    if (used === digits.length) break;
    text += /\d/.test(sign) ? digits.charAt(used++) : sign;
  }
  return text;
}

/** The same number under another country's prefix (B57). */
export const movePhone = (text: string, from: CountryCode, to: CountryCode): string =>
  formatPhone(isOfNone(text) ? text : nationalDigits(text, from), to);

/** What a number of the country looks like (B53). */
export const phoneExample = (country: CountryCode): string => formatPhone(exampleDigits(country), country);

/**
 * Formats what has just been typed into a field, and keeps the caret behind the digit that it stood behind.
 * @param shown the field's text before the change
 * @param how the event's inputType
 */
export function retypePhone(field: HTMLInputElement, country: CountryCode, shown: string, how = "") {
  let before = field.value.slice(0, field.selectionStart ?? field.value.length);
  const after = field.value.slice(before.length);
  // A backspace must delete a digit, and not only the separator between two.
  if (how === "deleteContentBackward" && !isOfNone(shown) && digitsOf(shown) === digitsOf(field.value))
    before = before.replace(/\d\D*$/, "");
  const text = before + after;
  // A prefix stays while the user types it, and goes with the last digit behind it (B58).
  const begun = !how.startsWith("delete") && international(text).startsWith("+") ? plain(text) : "";
  const formatted = formatPhone(text, country) || begun;
  if (formatted === field.value) return;
  field.value = formatted;
  // Counted from the end, because the prefix may be new. An excess digit at the end has been dropped.
  const behind = digitsOf(formatted).length - digitsOf(formatPhone(before, country)).length;
  let caret = field.value.length;
  for (let digits = Math.min(behind, digitsOf(after).length); digits > 0 && caret > 0; )
    if (/\d/.test(field.value.charAt(--caret))) digits--;
  field.setSelectionRange(caret, caret);
}
