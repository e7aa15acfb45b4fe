/** Text without tags, white space collapsed. */
export const plainText = (text: string) =>
  text
    .replace(/<(style|script)\b[^>]*>.*?<\/\1\s*>/gis, " ")
    .replace(/<\/?[a-z!][^>]*>/gi, " ")
    .replace(/\s+/g, " ")
    .trim();

/** At most `length` characters, and '...' if there were more. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text]; // by code points, so that no emoji is halved
  return characters.length <= length ? text : `${characters.slice(0, length).join("")}...`;
}
