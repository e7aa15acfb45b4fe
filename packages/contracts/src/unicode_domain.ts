import { asciiDomain } from "./address.ts";

/**
 * A domain as people write it, from its form in DNS, which browsers only make and do not take back. A name that does not
 * lead back to the same domain stays as it is, and so does one that could be taken for another (decision 024).
 */
export function unicodeDomain(ascii: string): string {
  const labels = ascii.split(".").map((label) => (label.startsWith("xn--") ? decoded(label.slice(4)) : label));
  const written = labels.join(".");
  return asciiDomain(written) === ascii && isPlain(labels) ? written : ascii;
}

/** An address with its domain as people write it. */
export function unicodeAddress(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + unicodeDomain(address.slice(at));
}

/** A domain as people write it, with its form in DNS behind it if that differs, where there is room for a line only. */
export function domainLine(ascii: string): string {
  const written = unicodeDomain(ascii);
  return written === ascii ? ascii : `${written} (${ascii})`;
}

let scripts: RegExp[] | undefined;
/**
 * The scripts of languages in everyday use (UAX 31, table 5), each with those that people write it together with (UTS 39, 5.2).
 * Made when first needed, so that pages without domains do not carry them.
 */
function scriptsTogether(): RegExp[] {
  scripts ??= [
    ...["Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul", "Cyrillic", "Greek", "Armenian"],
    ...["Hebrew", "Arabic", "Thaana", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu"],
    ...["Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Tibetan", "Myanmar", "Georgian", "Ethiopic", "Khmer"],
  ].map((together) => {
    const parts = ["Common", "Inherited", ...together.split(" ")].map((script) => `\\p{scx=${script}}`);
    return new RegExp(`^[${parts.join("")}]*$`, "u");
  });
  return scripts;
}
/** What is no letter, mark, digit or picture, such as signs that look like a dot or a slash. A hyphen and the dot of Catalan are. */
const odd = /[^\p{L}\p{M}\p{Nd}\p{Extended_Pictographic}·-]/u;
/** Cyrillic and Greek letters that look like Latin ones, and what goes with any letters. */
const likeLatin = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡαικνρυωηοτ\p{Nd}-]+$/u;

/** Whether people can tell a name from all others by reading it, as far as browsers ask for that. */
function isPlain(labels: string[]): boolean {
  const isForeign = /[^ -~]/.test(labels.at(-1) ?? "");
  return labels.every((label) => {
    if (!/[^ -~]/.test(label)) return true;
    if (odd.test(label) || !scriptsTogether().some((script) => script.test(label))) return false;
    // Below an ASCII domain, a word of such letters alone reads as another one.
    return isForeign || !likeLatin.test(label);
  });
}

/** Punycode (RFC 3492, 6.2); empty where it is none. */
function decoded(text: string): string {
  const [base, lowest, highest, skew, damp] = [36, 1, 26, 38, 700];
  const end = text.lastIndexOf("-");
  const signs = [...text.slice(0, Math.max(end, 0))].map((sign) => sign.charCodeAt(0));
  const digits = [...text.slice(end + 1)].map((sign) => Number.parseInt(sign, base));
  let [sign, bias, place] = [128, 72, 0];
  for (let at = 0; at < digits.length; place += 1) {
    const before = place;
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = turned(digits[at]);
      if (!(digit >= 0)) return "";
      at += 1;
      place += digit * weight;
      const threshold = Math.min(highest, Math.max(lowest, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = signs.length + 1;
    let delta = Math.floor((place - before) / (before === 0 ? damp : 2));
    delta += Math.floor(delta / count);
    bias = 0;
    for (; delta > ((base - lowest) * highest) / 2; bias += base) delta = Math.floor(delta / (base - lowest));
    bias += Math.floor((base * delta) / (delta + skew));
    sign += Math.floor(place / count);
    place %= count;
    if (!(sign <= 0x10ffff)) return "";
    signs.splice(place, 0, sign);
  }
  return String.fromCodePoint(...signs);
}

/** Punycode's digits are a to z and 0 to 9, those of a number 0 to 9 and a to z. NaN for no digit. */
const turned = (digit = Number.NaN) => (digit < 10 ? digit + 26 : digit - 10);
