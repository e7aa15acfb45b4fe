/** Cuts a text to a length, never within a surrogate pair: the database refuses half of one, and nobody wrote it. */
export const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
