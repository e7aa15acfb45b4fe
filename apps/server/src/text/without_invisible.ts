/** Characters that a reader does not see: controls, default ignorables, annotations, and what has no meaning of its own. */
const invisible = /(?:(?![\n\t])[\p{Cc}\p{DI}\p{Co}\p{Cs}\ufff9-\ufffb])+/gu;

const emoji = /\p{Extended_Pictographic}/u;
/** What a joiner may follow in an emoji of several: a picture, a skin tone, or the sign that makes a picture of a character. */
const emojiEnd = /\ufe0f|[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
/** Letters and marks of the scripts whose letters join, or form clusters: there a joiner changes what is read. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Phag}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}]/u;
/** Letters and marks of the scripts that are written without blanks, where a space of no width parts words. */
const unspaced = /[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}]/u;
const mongolian = /\p{scx=Mong}/u;
const letter = /[\p{L}\p{M}]/u;
const isLetterOf = (scripts: RegExp, sign: string) => letter.test(sign) && scripts.test(sign);

/** The flags that are a black flag and tags (UTS 51): England, Scotland, Wales. Other tags could spell anything. */
const flags = ["gbeng", "gbsct", "gbwls"].map((region) =>
  [...region, "\u007f"].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join(""),
);

/** Whether a script or an emoji needs an invisible character between these two. */
function isNeeded(sign: string, before: string, after: string): boolean {
  switch (sign) {
    case "\u200d":
      return (emojiEnd.test(before) && emoji.test(after)) || isLetterOf(joining, before);
    case "\u200c":
      return isLetterOf(joining, before) && isLetterOf(joining, after);
    case "\u200b":
      return isLetterOf(unspaced, before) && isLetterOf(unspaced, after);
    case "\ufe0e":
    case "\ufe0f":
      return emoji.test(before) || (/[\d#*]/.test(before) && after === "\u20e3");
    case "\u180b":
    case "\u180c":
    case "\u180d":
    case "\u180e":
    case "\u180f":
      return isLetterOf(mongolian, before);
    default:
      return false;
  }
}

/**
 * A text without what a reader does not see, but a program reads. A joiner or selector stays, one at a time, where its
 * neighbours make it part of an emoji or of a word. Variants of a Chinese character do not: it reads the same without.
 */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, (run, at: number) => {
    const before = signBefore(text, at);
    const after = signAt(text, at + run.length);
    const flag = before === "\u{1f3f4}" ? flags.find((tags) => run.startsWith(tags)) : undefined;
    if (flag !== undefined) return flag;
    const signs = [...run];
    let kept = "";
    let last = before;
    for (const [index, sign] of signs.entries()) {
      if (!isNeeded(sign, last, signs[index + 1] ?? after)) continue;
      kept += sign;
      last = sign;
    }
    return kept;
  });
}

const signAt = (text: string, at: number) => String.fromCodePoint(...[text.codePointAt(at) ?? []].flat());

function signBefore(text: string, at: number): string {
  const one = signAt(text, at - 2);
  return at >= 2 && one.length === 2 ? one : text.slice(Math.max(0, at - 1), at);
}
