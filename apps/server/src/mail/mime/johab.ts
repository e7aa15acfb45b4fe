// Johab (KS X 1001, annex 3; code page 1361), which libmime does not know: it writes Hangul by letters.

/** A letter of five bits: where it stands among those of its place in a syllable (Unicode, 3.12); -1: none. */
const places = (codes: number[]) => {
  const found = new Array<number>(32).fill(-1);
  for (const [place, code] of codes.entries()) found[code] = place;
  return found;
};
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const initials = places(run(2, 20));
const medials = places([...run(3, 7), ...run(10, 15), ...run(18, 23), ...run(26, 29)]);
const finals = places([1, ...run(2, 17), ...run(19, 29)]);
const [noInitial, noMedial] = [1, 2];
/** Letters on their own (U+3131 and on) by their places. */
const lone = {
  initial: [0, 1, 3, 6, 7, 8, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
  final: [-1, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29],
};
const [letters, vowels, syllables] = [0x3131, 0x314f, 0xac00];

/** @param euc decodes EUC-KR, which has the signs that are no Hangul */
export function ofJohab(bytes: Buffer, euc: (pair: Buffer) => string): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    const trail = bytes[at + 1] ?? 0;
    if (lead < 0x80) {
      pieces.push(String.fromCharCode(lead));
      continue;
    }
    const sign = hangul((lead << 8) | trail) ?? other(lead, trail, euc);
    pieces.push(sign ?? "\ufffd");
    if (sign !== undefined) at += 1;
  }
  return pieces.join("");
}

function hangul(pair: number): string | undefined {
  if (pair < 0x8441 || pair > 0xd3bd) return undefined;
  const codes = [(pair >> 10) & 31, (pair >> 5) & 31, pair & 31] as const;
  const [initial, medial, final] = [initials[codes[0]] ?? -1, medials[codes[1]] ?? -1, finals[codes[2]] ?? -1];
  if (initial >= 0 && medial >= 0 && final >= 0) {
    return String.fromCharCode(syllables + (initial * 21 + medial) * 28 + final);
  }
  const [hasNoInitial, hasNoMedial] = [codes[0] === noInitial, codes[1] === noMedial];
  if (initial >= 0 && hasNoMedial && final === 0) return String.fromCharCode(letters + (lone.initial[initial] ?? 0));
  if (hasNoInitial && medial >= 0 && final === 0) return String.fromCharCode(vowels + medial);
  if (hasNoInitial && hasNoMedial && final > 0) return String.fromCharCode(letters + (lone.final[final] ?? 0));
  return undefined;
}

/** Signs and Chinese characters, in rows of 188 that are two of EUC-KR. */
function other(lead: number, trail: number, euc: (pair: Buffer) => string): string | undefined {
  const isRow = (lead >= 0xd9 && lead <= 0xde) || (lead >= 0xe0 && lead <= 0xf9);
  const isPlace = (trail >= 0x31 && trail <= 0x7e) || (trail >= 0x91 && trail <= 0xfe);
  if (!isRow || !isPlace) return undefined;
  const row = lead < 0xe0 ? 2 * (lead - 0xd9) : 2 * lead - 0x197;
  const place = trail < 0x91 ? trail - 0x31 : trail - 0x43;
  const [high, low] = place < 0x5e ? [row, place] : [row + 1, place - 0x5e];
  return euc(Buffer.from([high + 0xa1, low + 0xa1]));
}
