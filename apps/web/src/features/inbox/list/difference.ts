/**
 * A name in three parts: how it begins and ends like another, and in between what is different. Where it only lacks
 * letters, that is their neighbours.
 */
export function difference(name: string, other: string): [string, string, string] {
  const [own, theirs] = [[...name], [...other]];
  const most = Math.min(own.length, theirs.length);
  let start = 0;
  while (start < most && own[start] === theirs[start]) start += 1;
  let end = 0;
  while (end < most - start && own.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  if (start + end === own.length && start + end < theirs.length) {
    start = Math.max(0, start - 1);
    end = Math.max(0, end - 1);
  }
  const text = (from: number, to?: number) => own.slice(from, to).join("");
  return [text(0, start), text(start, own.length - end), text(own.length - end)];
}
