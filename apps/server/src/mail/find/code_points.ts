import { Around, colon } from "./around.ts";
import { against } from "./code_against.ts";
import type { Candidate } from "./code_shapes.ts";
import { noun, opening, purpose, verb } from "./code_signs.ts";
import { codeOf, readers } from "./code_words.ts";
import type { SearchedMail } from "./searched_mail.ts";

/** How much of the line above is looked at for the sentence that introduces a number. Characters. */
const lastSentence = 200;

/**
 * The points of a candidate: what speaks for it, less what speaks against it (docs/codes.md).
 * @param best what it has to exceed: what speaks against it is looked for only then, because that takes longest
 */
export function pointsOf(mail: SearchedMail, candidate: Candidate, best: number): number {
  const around = new Around(mail, candidate);
  if (!around.mayBegin) return 0;
  const pro = Math.max(
    around.named > 0 ? around.named + forNamed(around) : 0,
    around.mayBeUnnamed ? forUnnamed(around) : 0,
  );
  return pro > best ? pro - against(around) : 0;
}

/** What else speaks for a number near words for a code. */
function forNamed(around: Around): number {
  const { subject, alone } = around;
  let points = 0;
  if (subject.strong) points += 2;
  else if (around.isNamedInSubject) points += 1;
  if (alone) points += 2;
  if (around.isSix) points += 1;
  if (around.isLarge || around.mail.looks.bold.has(around.found)) points += 1;
  if (around.lasts) points += 1;
  if (around.entered > 0 || around.leads) points += 1;
  if (around.isRepeated) points += 1;
  // The label of all that a mail says: "Garage code: 4417".
  if (around.isOnly && around.right === "" && /^[^.!?:]{2,30}[:：] ?$/.test(around.left)) points += 1;
  return points + forIntroduction(around);
}

/** What speaks for a number without words for a code: what to do with it, how long it lasts, what for, and its look. */
function forUnnamed(around: Around): number {
  const { own, above, higher, subject, alone, isLarge, isBoxed, isSix } = around;
  let meaning = around.entered || (around.leads || own.has(verb) ? 2 : 0);
  if (around.isOfFigures || (around.isAsked && around.isSix)) meaning = Math.max(meaning, 3);
  if (around.lasts) meaning += 2;
  const isFor = purpose.test(around.sentence) || (around.entered > 0 && opening.test(around.sentence));
  if (!alone && isFor) meaning += 2;
  else if ([own, above, higher, subject].some((line) => line.has(purpose))) meaning += 1;
  if (around.isRepeated || isBoxed) meaning += 2;
  if (around.isAll) meaning += 1;
  // A sentence that ends with a colon introduces what is below it.
  if (alone && colon.test(above.text.slice(-lastSentence))) meaning += 1;
  if (!alone && meaning < 5 && !around.lasts && around.mail.speaksOfMoney) return 0;
  const isRivalled = around.isNumber && around.mail.hasRival(around.code);
  const isSingled = alone && isLarge && isSix && !isRivalled;
  if (meaning < (isSingled ? 1 : 2)) return 0;
  let look = alone ? 2 : 0;
  if (isLarge || isBoxed) look += alone ? 2 : 1;
  else if (around.mail.looks.bold.has(around.found)) look += 1;
  if (isSix) look += 1;
  if (isRivalled) look -= isLarge ? 1 : 2;
  return meaning + look + forIntroduction(around);
}

function forIntroduction(around: Around): number {
  if (around.isAnnounced) return around.isAnnouncedFor || isReaders(around.left) ? 2 : 1;
  if (around.isCalled) return around.isCalledReaders ? 2 : 1;
  if (!around.isBesideNoun)
    return around.isNumber && /[:：] ?$/.test(around.clause) && noun.test(around.clause) ? 1 : 0;
  return around.isSole ? 2 : 1;
}

function isReaders(left: string): boolean {
  const whose = codeOf.exec(left.slice(-60))?.[1]?.trim() ?? "";
  return whose === "" || readers.test(whose);
}
