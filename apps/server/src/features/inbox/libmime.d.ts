// The part of libmime that its types leave out. Its version is fixed.
declare module "libmime/lib/charset.js" {
  const libcharset: {
    /** Takes what it does not know for UTF-8. */
    decode(bytes: Buffer, charset: string): string;
  };
  export default libcharset;
}

/** The names of character sets that it knows, each with the one that it decodes by. */
declare module "libmime/lib/charsets.js" {
  const names: Record<string, string>;
  export default names;
}
