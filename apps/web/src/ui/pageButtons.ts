const most = 5;

/** The pages to offer: at most five, around the current one as far as there are pages on both sides. */
export function pageButtons(page: number, pages: number): number[] {
  const count = Math.min(most, pages);
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
