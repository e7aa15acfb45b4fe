/** At most so many characters. Never half a one: the database takes none, and nobody wrote it. */
export const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
