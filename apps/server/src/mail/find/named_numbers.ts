import { noun, purpose, verb } from "./code_signs.ts";
import { named, strongIn } from "./code_words.ts";

/** A number that takes the name before it, so that the next number has none; not a year or a part of a date. */
export const numbered =
  /(?:\*|\.{2,}|…|•|xx)\s?\d{3,}|(?<![\d,/:-])(?<!\d\.)(?!(?:19|20)\d\d(?!\d))\d{3,}(?![\d.,/:-])/;

/** Whether words name another number: "order", "exit code", "code of the customer". */
export function isOther(text: string): boolean {
  const name = text === "" ? undefined : lastOf(everyNamed, text);
  if (name === undefined) return false;
  if (strongIn(text).some((phrases) => (lastOf(phrases, text)?.end ?? 0) >= name.end)) return false;
  // "Your code is no. 482913": the sign names nothing by itself.
  const rest = text.replace(numero, "");
  if (rest !== text && noun.test(rest.slice(-30))) return isOther(rest);
  // "The number to confirm" is what is entered, unlike that of an order.
  const isPlain = plainName.test(text.slice(name.start, name.end));
  if (isPlain && [purpose, verb].some((words) => words.test(text.slice(name.end)))) return false;
  // "Customer code" names a customer, but "your order: code" does not name an order.
  const code = lastOf(everyNoun, text);
  if (code === undefined) return true;
  const isWithin = code.start <= name.start && code.end >= name.end;
  return !isWithin && code.start <= name.end + 1;
}

const numero = /(?:\b(?:no|nr|num)\.|№|n[°º])\s*$/iu;
const everyNamed = new RegExp(`(?:${named.source})[\\p{Ll}\\p{M}]*`, "giu");
const plainName =
  /^(?:nummer\p{L}?|num[eé]r[oa]?|número|номер\p{L}?|nombor|nombre|szám|番号|번호|号码|號碼|رقم|شماره|מספר|संख्या)$/iu;
const everyNoun = new RegExp(noun.all, "giu");

/** Where the last match of the pattern begins and ends. */
function lastOf(pattern: RegExp, text: string): { start: number; end: number } | undefined {
  let last: { start: number; end: number } | undefined;
  // Unlike matchAll, this makes no copy of the long pattern.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    last = { start: match.index, end: pattern.lastIndex };
  }
  return last;
}
