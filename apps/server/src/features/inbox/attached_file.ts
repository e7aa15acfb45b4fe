/**
 * Whether an attached part is a file, and not an image that HTML shows by its Content-ID (RFC 2392). Some programs give
 * attached images a Content-ID as well.
 */
export const isFile = (type: string, disposition: string, hasContentId: boolean) =>
  !hasContentId || disposition === "attachment" || !type.startsWith("image/");
