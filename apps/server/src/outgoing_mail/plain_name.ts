/** How much of a name a mail shows. */
const longest = { words: 4, letters: 40 };

/** Letters and digits of any script, joined as names join them. A dot may end an initial or a short form, as in "Inc.". */
const word = /^[\p{L}\p{M}\p{N}]+(?:['’&+-][\p{L}\p{M}\p{N}]+)*$|^\p{L}{1,3}\.$/u;
/** What a further word of a name looks like: capitals, a script without them, a short number, or a particle. */
const nameWord =
  /[\p{Lu}\p{Lt}\p{Lo}]|^\p{N}{1,3}$|^(?:af|al|bin|da|de|del|della|den|der|di|dos|du|el|la|le|of|ten|ter|the|und|van|vom|von|zu|and)$/u;
/** Four digits or more in a row are a number to call. */
const longNumber = /\p{N}{4}/u;

/**
 * What a mail to people who have accepted nothing may show of the name that somebody has given themselves or their
 * company: no link, no number to call, no sentence. Words that no name has are left out, and further ones too.
 * @returns an empty text when nothing is left
 */
export function plainName(given: string): string {
  const kept: string[] = [];
  let letters = 0;
  for (const part of given.normalize("NFKC").split(/[\s,]+/u)) {
    if (!word.test(part) || longNumber.test(part) || (kept.length > 0 && !nameWord.test(part))) continue;
    letters += part.length;
    if (kept.length === longest.words || letters > longest.letters) break;
    kept.push(part);
  }
  return kept.join(" ");
}
