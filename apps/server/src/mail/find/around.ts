import type { Candidate } from "./code_shapes.ts";
import { figures, lifetime, noun, opening, purpose, verb } from "./code_signs.ts";
import { announced, announcedFor, called, isStrong, replaces, travel } from "./code_words.ts";
import { emptyLine, type Line, sentenceEnd } from "./line.ts";
import { isOther, numbered } from "./named_numbers.ts";
import type { SearchedMail } from "./searched_mail.ts";

/** How many characters before and after a number are beside it. */
const besideBefore = 32;
export const besideAfter = 24;
/** How many characters before a number the word that says to enter it may begin. */
const entersBefore = 80;
const closeAfter = 9;

/** The most digits that codes usually have. */
const mostUsual = 6;
/** The most characters of a mail of a line or two, with its subject. */
const shortMail = 100;
/** The most characters beside a number in a mail that says hardly anything else. */
const mostBesides = 20;

/** The points for words directly before or after a number that say to enter it. */
export const closelyEntered = 4;

/** As devices show it that have no keyboard: "WDJB-MJHT". */
const deviceCode = /^(?=.*[A-Z])[A-Z\d]{4}-[A-Z\d]{4}$/;
/** Capitals and digits in no order that anybody chose, as "SUMMER20" is. */
const mixed = /^(?![A-Z]{3,}\d{1,4}$)(?=(?:[A-Z]*\d){2})[A-Z\d]{5,8}$/;
/** The preposition of a means: "confirm with 482913". */
const by = /(?<!\p{L})(?:with|by|mit|avec|con|com|met|med|cu|z|s|so|с|з|із|със)\s$/iu;
/** What a number is for directly after it, where it begins its sentence: "4821 to log in". */
const aim = /^ (?:to|zu[mr]?|um|pour|para|per|om|for|för|til|till|do|aby|na|pro|за|для|щоб|чтобы|için|untuk)(?= )/iu;
/** What points back at the number before it, without a number of its own: "Show 482913. This is your code." */
const pointing =
  /^[^\d;.!?。]{0,40}[;.!?。] ?((?:this|that|it|das|dies|es|c['’]est|ceci|cela|es[eot]e?|este|é|questo|quest[ao]|è|dit|dat|det|detta|dette|to|tohle|ez|acesta|bu|это|це|това|ово|αυτός|これ|それ|这|此|이것)(?:['’]s)?\s[^\d.!?。]{1,60})/iu;
/** What a new code replaces: "the code 550913". */
const replaced = new RegExp(`${replaces.source} [^\\d.,:;!?]{1,60}`, "iu");
/** "Is your", as it follows a number. */
const readersOwn =
  /^ ?\S+ (?:\S+ )?(?:your|ihre?|deine?|votre|ton|tu|su|il tuo|la tua|o seu|a sua|uw|je|jouw|din|ditt?|twój|tvoj|váš|tvůj|ваш|твой|твій)(?= )/iu;
/** Three words before a colon: fewer are a label. */
export const colon = /\S\s+\S+\s+\S+[:：]\s?$/;
/** A line that ends in the middle of its sentence, which then goes on below. */
const unended = /\p{L}$/u;
const threeWords = /\S\s+\S+\s+\S+$/;
/** The last word before a number, or the last two if the last is short. */
const lastWords = /(?<=(\S{1,30}(?: \p{L}{1,5})?[^\p{L}\d.!?;)]{1,4}))$/u;

/** A candidate and what stands around it; what it says is looked for at the first access. */
export class Around {
  readonly mail: SearchedMail;
  readonly found: string;
  readonly code: string;
  readonly at: number;
  readonly own: Line;
  readonly above: Line;
  readonly higher: Line;
  readonly below: Line;
  readonly subject: Line;
  /** Its line before and after it. */
  readonly left: string;
  readonly right: string;
  /** Whether nothing else is in its line. */
  readonly alone: boolean;
  readonly isNumber: boolean;
  private readonly known: Partial<Record<string, unknown>> = {};

  constructor(mail: SearchedMail, { at, start, found, code }: Candidate) {
    const line = (no: number) => mail.lines[no] ?? emptyLine;
    this.mail = mail;
    this.found = found;
    this.code = code;
    this.at = at;
    this.own = line(at);
    this.above = line(at - 1);
    this.higher = line(at - 2);
    this.below = line(at + 1);
    this.subject = at === 0 ? emptyLine : line(0);
    this.left = this.own.text.slice(0, start);
    this.right = this.own.text.slice(start + found.length);
    this.alone = !/[\p{L}\d]/u.test(this.left + this.right);
    this.isNumber = /^\d+$/.test(code);
  }

  private once<T>(name: string, find: () => T): T {
    if (!(name in this.known)) this.known[name] = find();
    return this.known[name] as T;
  }

  /** The lines from one above or below to another, without the subject. */
  near(from: number, to: number): Line[] {
    return this.mail.lines.slice(Math.max(this.at === 0 ? 0 : 1, this.at + from), this.at + to + 1);
  }
  /** Its sentence before and after it. */
  get clause(): string {
    return this.once("clause", () => (this.left + this.found[0]).split(sentenceEnd).at(-1)?.slice(0, -1) ?? "");
  }
  get after(): string {
    return this.once("after", () => this.right.split(sentenceEnd)[0] ?? "");
  }
  get sentence(): string {
    return this.clause + this.found + this.after;
  }
  /** The last word before it, with the one before that if it is short. */
  get wordBefore(): string {
    return this.once("wordBefore", () => lastWords.exec(this.clause.slice(-besideBefore))?.[1] ?? "");
  }
  /** Whether it may follow a sign that often begins something else. */
  get mayBegin(): boolean {
    const sign = this.left.at(-1);
    if (sign === "#") return announced.test(this.left.slice(0, -1));
    return sign !== "=" || noun.test(/(?:^|\s)(\p{L}{2,12})=$/u.exec(this.left.slice(-20))?.[1] ?? "");
  }
  /** The points for words for a code, by how near they are. */
  get named(): number {
    return this.once("named", () => {
      const { own, above, higher, below, alone } = this;
      if (own.strong) return 5;
      if (own.has(noun)) return own.has(purpose) || this.subject.has(purpose) ? 4 : 3;
      if (above.strong || higher.strong) return alone ? 4 : 2;
      if (above.has(noun) || higher.has(noun) || below.strong) return alone ? 3 : 1;
      if (this.isNamedInSubject) return alone ? 3 : 1;
      return 0;
    });
  }
  get isNamedInSubject(): boolean {
    return this.once("isNamedInSubject", () => this.subject.has(noun) && !isOther(this.subject.text));
  }
  /** The end of the line above, if a number that stands alone goes on with its sentence: "Open the box with". */
  get leadIn(): string {
    return this.once("leadIn", () => {
      const said = this.alone && unended.test(this.above.text) ? this.above.text.slice(-entersBefore) : "";
      return threeWords.test(said) ? `${said.split(sentenceEnd).at(-1)} ` : "";
    });
  }
  /** The points for words that say to enter it, beside it. */
  get entered(): number {
    return this.once("entered", () => {
      const { leadIn } = this;
      const hasVerb = this.own.has(verb) || (leadIn !== "" && this.above.has(verb));
      const wordBefore = leadIn === "" ? this.wordBefore : (lastWords.exec(leadIn.slice(-besideBefore))?.[1] ?? "");
      const isClose = hasVerb && (verb.test(wordBefore) || verb.test(this.after.slice(0, closeAfter)));
      const isAim = this.clause.trim() === "" && aim.test(this.after) && purpose.test(this.after.slice(0, besideAfter));
      if (isClose || isAim) return closelyEntered;
      const said = this.clause + leadIn;
      const isMeans = by.test(wordBefore) && (this.lasts || !/^ \p{L}/u.test(this.after));
      if (isMeans && opening.test(said)) return closelyEntered;
      if (isMeans && this.isSix && purpose.test(said)) return 3;
      if (this.isOnly && purpose.test(this.sentence) && !travel.test(this.mail.whole)) return 3;
      if (!hasVerb) return 0;
      if (verb.test(leadIn)) return 3;
      const before = this.clause.slice(-entersBefore).split(numbered).at(-1) ?? "";
      return verb.test(before) || verb.test(this.after.slice(0, besideAfter)) ? 3 : 0;
    });
  }
  /** Whether the lines above and below a number that stands alone say to enter it. */
  get leads(): boolean {
    return this.alone && (this.above.has(verb) || this.higher.has(verb) || this.below.has(verb));
  }
  get lasts(): boolean {
    return this.once("lasts", () => this.near(-1, 3).some((line) => line.has(lifetime)));
  }
  /** Whether its sentence, or the one above, speaks of digits and of what they are for: "To sign in, use these digits". */
  get isOfFigures(): boolean {
    return this.once("isOfFigures", () => {
      const said = this.alone ? `${this.above.text} ${this.higher.text}` : this.sentence;
      return figures.test(said) && [this.subject, this.own, this.above, this.higher].some((line) => line.has(purpose));
    });
  }
  /** Whether a sentence that ends with a colon asks for it, in a mail about signing in or the like. */
  get isAsked(): boolean {
    return (
      colon.test(this.clause) && this.after.trim() === "" && [this.subject, this.own].some((line) => line.has(purpose))
    );
  }
  get isRepeated(): boolean {
    return this.subject.text.includes(this.found);
  }
  get isLarge(): boolean {
    return this.mail.looks.large.has(this.found);
  }
  /** Whether each digit, or each pair, stands by itself: nothing but a code is drawn like that. */
  get isBoxed(): boolean {
    return this.alone && /^\d(?: \d){3,7}$|^\d\d(?: \d\d){2,3}$/.test(this.found);
  }
  get isSole(): boolean {
    return this.isNumber && this.mail.isSole(this.code);
  }
  /** Whether it is the only number of a mail of a line or two. */
  get isOnly(): boolean {
    const { candidates, whole } = this.mail;
    return candidates.length === 1 && this.code.length <= mostUsual && whole.length <= shortMail;
  }
  /** Whether the mail says hardly anything else. */
  get isAll(): boolean {
    const { at, left, right } = this;
    return this.mail.lines.length === (at === 0 ? 1 : 2) && left.length + right.length <= mostBesides;
  }
  get isSix(): boolean {
    return /^\d{6}$/.test(this.code);
  }
  get isAnnouncedFor(): boolean {
    return this.once("isAnnouncedFor", () => announcedFor.test(this.left));
  }
  /** Whether "code:" or the like is directly before it. */
  get isAnnounced(): boolean {
    return this.isAnnouncedFor || this.once("isAnnounced", () => announced.test(this.left));
  }
  /** Whether what follows says that it is a code. */
  get isCalled(): boolean {
    return this.once("isCalled", () => noun.test(this.nameAfter) || isStrong(this.nameAfter));
  }
  /** Whether what follows says that it is the reader's code: "is your … PIN". */
  get isCalledReaders(): boolean {
    return this.isCalled && readersOwn.test(this.nameAfter) && !isOther(this.nameAfter);
  }
  private get nameAfter(): string {
    return this.once(
      "nameAfter",
      () => called.exec(this.right)?.[0] ?? replaced.exec(this.right)?.[0] ?? pointing.exec(this.right)?.[1] ?? "",
    );
  }
  /** Whether it may be a code without a word for one: alone, entered, or to confirm something for some minutes. */
  get mayBeUnnamed(): boolean {
    if (!this.isNumber) {
      if (deviceCode.test(this.found)) return this.entered > 0;
      if (!/\d/.test(this.found)) return false;
      if (this.alone && this.isLarge && this.leads) return true;
      if (this.entered !== closelyEntered) return false;
      return this.isAll || (mixed.test(this.found) && purpose.test(this.after));
    }
    if (this.alone) return true;
    const isAfterColon = colon.test(this.clause);
    // Is quick to tell, and of most numbers in sentences: no word for any of the following is in its line.
    if (!isAfterColon && ![verb, purpose, opening, figures].some((words) => this.own.has(words))) return false;
    if (this.entered > 0) return true;
    return this.isSix && (this.isOfFigures || this.isAsked || ((this.own.has(verb) || isAfterColon) && this.lasts));
  }
  get isBesideNoun(): boolean {
    return this.once("isBesideNoun", () => noun.test(this.wordBefore));
  }
}
