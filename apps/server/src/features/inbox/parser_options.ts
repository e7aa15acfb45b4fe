import type { SimpleParserOptions } from "mailparser";

// Without these, deep HTML rejects the whole message and long text stalls (threat 16).
export const parserOptions = {
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  keepCidLinks: true,
} satisfies SimpleParserOptions & { keepCidLinks: boolean };
