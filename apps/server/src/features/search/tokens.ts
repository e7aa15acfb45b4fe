/** Characters of a token; what is longer is cut, in what is written and in what is asked alike. */
const longestToken = 64;

const cut = (token: string) => token.slice(0, longestToken).toWellFormed();
/** Of words that are joined, as in an address, so many are found by themselves. */
const mostParts = 16;

/**
 * Scripts that are written without spaces, and Korean, whose words take endings: two characters at a time are found. With the
 * marks of Japanese in half width, which are folded into their characters.
 */
const dense =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ﾞﾟー々\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
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
    const written = tokensAt(run).map(([token]) => token);
    if (!denseRun.test(run)) {
      yield { asked: written.slice(0, 1).map((token) => ({ token, isPrefix: false })), written };
      continue;
    }
    // A single character is the beginning of a pair, or the last one, which is written by itself.
    const pairs = written.slice(0, -1);
    yield {
      asked: pairs.length > 0 ? pairs.map((token) => ({ token, isPrefix: false })) : [{ token: run, isPrefix: true }],
      written,
    };
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

/** Where a word that was asked for stands in a text; `to` is behind it. */
export type Place = [from: number, to: number, asked: Asked];

/**
 * Where the words that are asked for stand in a text, in its order, at most so many; they may overlap. Of a word that was
 * found by its beginning, only that is meant.
 */
export function placesOf(text: string, asked: Asked[], most: number): Place[] {
  const places: Place[] = [];
  for (const { 0: written, index } of text.matchAll(runs)) {
    const run = folded(written);
    // A folded character may be longer or shorter than what it was made of.
    const isAligned = run.length === written.length;
    const place = (at: number) => index + (isAligned ? at : originOf(written, at));
    for (const [token, at] of tokensAt(run)) {
      for (const one of asked) {
        if (one.isPrefix ? !token.startsWith(one.token) : token !== one.token) continue;
        places.push([place(at), place(at + (one.isPrefix ? one.token : token).length), one]);
      }
    }
    if (places.length >= most) break;
  }
  return places;
}

/** The place in a text before it was folded. */
function originOf(written: string, at: number): number {
  let origin = 0;
  let length = 0;
  for (const [cluster] of written.matchAll(/[^\p{M}ﾞﾟ][\p{M}ﾞﾟ]*|./gsu)) {
    if (length >= at) break;
    length += folded(cluster).length;
    origin += cluster.length;
  }
  return origin;
}

/** The tokens by which a run is found, each with its place in it. */
const tokensAt = (run: string) => (denseRun.test(run) ? pairsAt(run) : partsAt(run));

/** Each pair of characters, and the last one. */
const pairsAt = (run: string): [token: string, at: number][] =>
  [...run.matchAll(/(?=(..?))./gsu)].map(({ 1: token = "", index }) => [token, index]);

/** The whole, its ends, so that `shop.example` finds `app@shop.example`, and its parts. */
function partsAt(run: string): [token: string, at: number][] {
  const parts = [...run.matchAll(/[^.@+'’-]+/g)].slice(0, mostParts);
  if (parts.length < 2) return [[cut(run), 0]];
  return [
    [cut(run), 0],
    ...parts.slice(1).map(({ index }): [string, number] => [cut(run.slice(index)), index]),
    ...parts.map(({ 0: part, index }): [string, number] => [cut(part), index]),
  ];
}

/** The tokens that find a text. @param isOpen whether its last word may be only the beginning of one */
export function askedFor(text: string, isOpen: boolean): Asked[] {
  const asked = [...runsOf(text)].flatMap((run) => run.asked);
  const last = asked.at(-1);
  return isOpen && last ? [...asked.slice(0, -1), { ...last, isPrefix: true }] : asked;
}
