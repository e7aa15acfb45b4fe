import { type Around, besideAfter, closelyEntered } from "./around.ts";
import { dated } from "./code_shapes.ts";
import { ended, noun, purpose, realCode, testCode, verb } from "./code_signs.ts";
import {
  announced,
  approval,
  confirmation,
  counted,
  countedFrom,
  gift,
  isStrong,
  meeting,
  once,
  postal,
  receipt,
  replaces,
  secret,
  travel,
} from "./code_words.ts";
import { Line } from "./line.ts";
import { isOther, numbered } from "./named_numbers.ts";

/** How many lines above and below a candidate are searched for signs of a receipt. */
const nearby = 5;

/** What speaks against a candidate. */
export function against(around: Around): number {
  const { mail, own, above, below, subject, left, clause, after, found, alone, sentence } = around;
  let points = 0;
  const isSaid = around.isAnnounced || around.isCalled;
  const isEntered = around.entered > 0;
  if ((own.strong || own.has(noun)) && !around.isCalled && !noun.test(sentence) && !isStrong(sentence)) {
    points += ownName.test(clause) && !isEntered ? 4 : 1;
  }
  if (dated.test(found) && !/[:：]\s*$/.test(left) && !alone) points += 4;
  if (isNumberOfAnother(around)) points += 6;
  const isLabelled = labelled.test(left) || (alone && shortLine.test(above.text));
  if (isLabelled && !own.strong) {
    const label = new Line(alone ? above.text : left);
    if (isOther(label.text.slice(-40))) points += 6;
    else if (!alone && !label.has(noun) && !label.has(verb) && !label.has(purpose)) points += 4;
  }
  if (isLabelled && !own.strong && isOfRecord(around)) points += 6;
  // Companies and telephones have numbers of nine digits too.
  if (around.code.length === 9 && around.isNumber && !own.strong && !around.isAnnounced) points += 8;
  if (isOfBooking(around) || isOfMeeting(around)) points += 8;
  if (approval.test(left.trim() === "" ? above.text : left)) {
    const text = around
      .near(-nearby, nearby)
      .map(({ text }) => text)
      .join("\n");
    if (receipt.test(text) && !secret.test(text)) points += 6;
  }
  const isIndian = /^[1-9]\d\d ?\d{3}$/.test(found) && /(?<!your )\bpin(?: ?code)?\W*$/i.test(left);
  if (isIndian && postal.test(`${above.text}\n${own.text}\n${below.text}`)) points += 6;
  const isWeaklyEntered = !isEntered || (round.test(around.code) && around.entered < closelyEntered);
  if (!isSaid && isWeaklyEntered && isCount(around)) points += 8;
  if (!around.isNumber) points += againstLetters(around, isSaid);
  if (gift.test(own.text) || gift.test(subject.text)) points += 8;
  // What replaces another is no longer the other.
  const isNew = replaces.test(after);
  const part = (clause.split(comma).at(-1) ?? "") + found + (after.split(comma)[0] ?? "");
  if ((ended.test(part) && !isNew) || (testCode.test(part) && realCode.test(mail.whole))) points += 8;
  return points;
}
const labelled = /^[^.!?。]{2,40}[:：]\s*$/u;
const shortLine = /^[^.!?。:：]{2,40}$/u;
const round = /^\d{2,3}00$|000$/;
const comma = /[,;،、，]/;
/** A sentence that begins with a word or two and the number that they name. */
const ownName = /^\s*\p{Lu}[\p{L}.]*(?: [\p{L}.]+)?[:：#]?\s*$/u;
/** "Is" where it follows. */
const copulaAfter = /^ (?:です|でございます|となります|입니다|है|ہے|આ?છે|আছে|dır|dir|dur)(?!\p{L})/u;
/** "Is", directly before a number. */
const copula = /(?<!\p{L})(?:is|ist|lautet|est|es|és|è|é|är|er|jest|je|yra|este|on|е|ialah|adalah)[:：]? $/iu;

/**
 * Whether the last word before a number that names one names another: "order 482913". Not if "code for ... is" is
 * before it, or what follows calls it a code.
 */
function isNumberOfAnother(around: Around): boolean {
  const { clause, after } = around;
  if (/^ (?:as|als|como|come|comme|som|jako)(?= )/i.test(after) && isOther(after.slice(0, 30))) return true;
  const before = around.entered === closelyEntered ? around.wordBefore : clause.slice(-40);
  // What is before a comma names nothing behind it: "To add a phone, tell us 482913".
  const word = before.split(numbered).at(-1)?.split(comma).at(-1) ?? "";
  if (!isOther(word) || around.isCalled) return false;
  return !((around.isAnnouncedFor || copula.test(clause)) && isStrong(clause));
}

/** Whether it is one of several numbers with labels, as on an invoice: "Customer: 5102938", "Total: 143.80 EUR". */
function isOfRecord(around: Around): boolean {
  if (around.lasts || !around.mail.speaksOfMoney) return false;
  return around.near(-fieldsNear, fieldsNear).filter(({ text }) => field.test(text)).length >= fieldsOfRecord;
}
const fieldsNear = 3;
const fieldsOfRecord = 3;
const field = /^[^.!?。:：]{2,40}[:：] ?[^.!?。]{0,20}\d/u;

/** The confirmation of a booking has letters, and is called a code as well. */
function isOfBooking({ found, own, above, higher, mail }: Around): boolean {
  if (!/[A-Z]/.test(found) || found.includes("-")) return false;
  return confirmation.test(own.text + above.text + higher.text) && travel.test(mail.whole);
}

function isOfMeeting({ subject, own, above, higher, mail }: Around): boolean {
  return !once.test([subject, higher, above, own].map(({ text }) => text).join("\n")) && meeting.test(mail.whole);
}

function againstLetters(around: Around, isSaid: boolean): number {
  const { own, above, found, alone } = around;
  if (isOtherWord(around, isSaid)) return 8;
  // A word and a number are what a person chose, as for a discount.
  const isChosen = /^[A-Z]{3,}\d{1,4}$/.test(found) && /[AEIOUY]/.test(found);
  if (isChosen && !own.strong && !(alone && above.has(noun))) return 6;
  // Two groups of three capitals are often the name of something else.
  if (/^[A-Z]{3}-[A-Z]{3}$/.test(found) && !alone && !isSaid) return 4;
  return /[A-Z]/.test(found) && around.near(-1, 1).some(({ text }) => /\d ?%/.test(text)) ? 8 : 0;
}

/**
 * Small letters with digits are often names of users, devices or versions, capitals with a number behind them those of
 * issues and standards (OPS-48213), and letters alone are words, even on a line of their own.
 */
function isOtherWord(around: Around, isSaid: boolean): boolean {
  const { found, alone, above, own, isBesideNoun } = around;
  if (!/[a-z]|^[A-Z]{2,}-\d+$|^[A-Z]+$/.test(found)) return false;
  const vowels = found.match(/[AEIOUY]/g)?.length ?? 0;
  if (/^[A-Z]+$/.test(found) && vowels > found.length / 3) return true;
  const isLed = above.strong || above.has(noun) || (around.isNamedInSubject && above.has(verb));
  const isBelow = alone && isLed && leadsOn(above.text) && !above.text.includes(found);
  if (alone && around.isLarge && around.leads) return false;
  const isUnspeakable = own.strong && vowels <= found.length / 6;
  return !isSaid && !isBelow && !(isBesideNoun && (/\d/.test(found) || isUnspeakable));
}

/** Whether a number counts something, as before a word in a sentence: "over 30000 teams". */
function isCount(around: Around): boolean {
  const { code, isNumber, isSix, clause, after, wordBefore, alone, below, leads, named } = around;
  if (!isNumber) return false;
  if (alone && named === 0 && !leads && /^\p{Ll}.{0,29}$/u.test(below.text)) return true;
  if (countedFrom.test(clause) || counted.test(after)) return true;
  if (!/^ \p{L}/u.test(after) || copulaAfter.test(after)) return false;
  if (round.test(code) && !noun.test(wordBefore)) return true;
  // Before a word for codes, it is one in some languages, or counts them: "73019 codes were late".
  const isFor = isSix || (around.lasts && purpose.test(clause));
  return !noun.test(clause) && !(isFor && noun.test(after.slice(0, besideAfter)));
}

/** Whether a line introduces the next: it ends with a colon, the name of a code, or "code is". */
function leadsOn(text: string): boolean {
  if (/[:：]$/.test(text) || announced.test(`${text} `)) return true;
  return noun.test(/[^\s\d]{1,30}$/.exec(text.slice(-30))?.[0] ?? "") && !/token$/i.test(text);
}
