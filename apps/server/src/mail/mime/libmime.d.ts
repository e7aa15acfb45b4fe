// The part of libmime that its types leave out. Its version is fixed.
declare module "libmime/lib/charset.js" {
  const libcharset: {
    /** Decodes an unknown charset as UTF-8. */
    decode(bytes: Buffer, charset: string): string;
    /** The name that a charset is decoded by. */
    normalizeCharset(charset: string): string;
  };
  export default libcharset;
}

/** The charset names that libmime knows, each mapped to the name of the charset that it decodes them as. */
declare module "libmime/lib/charsets.js" {
  const names: Record<string, string>;
  export default names;
}
