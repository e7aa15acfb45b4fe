/** Characters of a token; what is longer is cut, in what is written and in what is asked alike. */
const longestToken = 64;

const cut = (token: string) => token.slice(0, longestToken).toWellFormed();
/** Of words that are joined, as in an address, so many are found by themselves. */
const mostParts = 16;

/** Scripts that are written without spaces, and Korean, whose words take endings: two characters at a time are found. */
const dense =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
/** What joins words into one. */
const joints = /[.@+'’-]/;
const word = "[\\p{L}\\p{N}\\p{M}_]";
/** A run of such a script, or a word with what joins words: `app@shop.example`, `RE-4711`, `don't`. */
const runs = new RegExp(`[${dense}]+|(?:(?![${dense}])${word})+(?:[.@+'’-](?:(?![${dense}])${word})+)*`, "gu");
const denseRun = new RegExp(`^[${dense}]`, "u");

/** A text as it is compared: without case, width and accents. */
export const folded = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");

/** A token that is asked for; a prefix stands for all tokens that begin with it. */
export interface Asked {
  token: string;
  isPrefix: boolean;
}

/** The runs of a text, each with the tokens that find it and those by which it is found. */
function* runsOf(text: string): Generator<{ asked: Asked[]; written: string[] }> {
  for (const [run] of folded(text).matchAll(runs)) {
    if (denseRun.test(run)) {
      const signs = [...run];
      const pairs = signs.slice(1).map((sign, at) => `${signs[at]}${sign}`);
      // A single character is the beginning of a pair, or the last one, which is written by itself.
      const asked =
        pairs.length > 0 ? pairs.map((token) => ({ token, isPrefix: false })) : [{ token: run, isPrefix: true }];
      yield { asked, written: [...pairs, signs.at(-1) ?? ""] };
      continue;
    }
    const parts = run.split(joints);
    // `shop.example` finds `app@shop.example`.
    const ends = parts.slice(1, mostParts).map((_, at) => run.slice(parts.slice(0, at + 1).join("-").length + 1));
    const [whole = "", ...others] = [run, ...ends, ...parts.slice(0, mostParts)].map(cut);
    yield { asked: [{ token: whole, isPrefix: false }], written: parts.length > 1 ? [whole, ...others] : [whole] };
  }
}

/** The tokens by which a text is found, each once. @param most at most so many */
export function tokensOf(text: string, most = Number.POSITIVE_INFINITY): string[] {
  const tokens = new Set<string>();
  for (const { written } of runsOf(text)) {
    for (const token of written) tokens.add(token);
    if (tokens.size >= most) break;
  }
  return [...tokens].slice(0, most);
}

/** The tokens that find a text. @param isOpen whether its last word may be only the beginning of one */
export function askedFor(text: string, isOpen: boolean): Asked[] {
  const asked = [...runsOf(text)].flatMap((run) => run.asked);
  const last = asked.at(-1);
  return isOpen && last ? [...asked.slice(0, -1), { ...last, isPrefix: true }] : asked;
}
