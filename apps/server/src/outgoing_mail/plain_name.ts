/** How much of a name a mail shows. */
const longest = { words: 5, letters: 40 };

/** Letters and digits of any script, joined as names join them: O’Neil, AT&T, Müller/Maier, E*Trade, Col·lecció, ジョン・スミス. */
const joined = String.raw`[\p{L}\p{M}\p{N}]+(?:['’ʼ׳״&+/*·・‐‑–\u200c\u200d-][\p{L}\p{M}\p{N}]+)*`;
/** A short form, such as "Inc.", or single letters, as in "S.p.A.". Any other dot may be a host's: no top-level domain has one letter. */
const shortened = String.raw`\p{L}{1,5}\.|[\p{Lu}\p{Ll}](?:\.[\p{Lu}\p{Ll}])+\.?`;
/** A word of a name, with the signs that names have before and behind it: "(EU)", “R”, Yahoo!, Canal+, "Lakeside,". */
const signedWord = new RegExp(
  String.raw`^[(["„“”«»'’]{0,2}(?:${shortened}|${joined}[!?+®™℠]{0,2})[)\]"“”«»'’]{0,2}[,:]?$`,
  "u",
);
const bareWord = new RegExp(`^(?:${shortened}|${joined})$`, "u");
/** What stands by itself between two words of a name. */
const sign = /^[&+/|·•・×–—-]$/u;
/** What a further word of a name looks like: capitals, a script without them, a short number, initials, or a particle. */
const nameWord =
  /[\p{Lu}\p{Lt}\p{Lo}]|^\p{N}{1,3}$|^(?:\p{Ll}\.){2,}$|^(?:af|al|and|bin|da|de|del|della|den|der|di|die|dos|du|e|el|en|et|for|für|i|la|le|och|of|og|per|pour|ten|ter|the|und|van|vom|von|y|zu|zum|zur)$/u;
/** Four digits or more in a row are a number to call. */
const longNumber = /\p{N}{4}/u;

/**
 * What a mail to people who have accepted nothing may show of the name that somebody has given themselves or their
 * company: no link, no number to call, no sentence. Words that no name has are left out, and further ones too. Signs that
 * names have stay, unless the name holds a link, a number or a sign that no name has: then all of it is taken for more.
 * @returns an empty text when nothing is left
 */
export function plainName(given: string): string {
  // A compatibility form of a dot or a letter is what it stands for; a trade mark's sign is not.
  const text = given.replace(/[^™℠]+/gu, (run) => run.normalize("NFKC")).trim();
  const parts = text.split(/\s+/u);
  const isName = parts.every((part) => sign.test(part) || (signedWord.test(part) && !longNumber.test(part)));
  return isName ? paired(wordsOf(parts, signedWord)) : wordsOf(text.split(/[\s,]+/u), bareWord);
}

function wordsOf(parts: readonly string[], word: RegExp): string {
  let shown = "";
  let between = " ";
  let words = 0;
  let letters = 0;
  for (const part of parts) {
    if (word === signedWord && sign.test(part)) between = ` ${part} `;
    if (!word.test(part) || longNumber.test(part) || (words > 0 && !nameWord.test(withoutSigns(part)))) continue;
    words += 1;
    letters += part.length;
    if (words > longest.words || letters > longest.letters) break;
    shown = words === 1 ? part : shown + between + part;
    between = " ";
  }
  return shown.replace(/[,:]$/u, "");
}

/** Without the signs around it, except for the dots of initials. */
const withoutSigns = (word: string) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.]+$/gu, "");

/** Without brackets or quotation marks of which one is missing. */
function paired(name: string): string {
  const isOpen = /[()[\]]/u.test(name.replace(/\([^()]*\)|\[[^[\]]*\]/gu, ""));
  const isQuoting = (name.match(/["„“”«»]/gu)?.length ?? 0) % 2 === 1;
  return name.replace(isOpen ? /[()[\]]/gu : "", "").replace(isQuoting ? /["„“”«»]/gu : "", "");
}
