// The package types its entry alone, which brings the grammar of all of CSS along: more to load than all else here.
declare module "css-tree/tokenizer" {
  export { tokenize, tokenTypes } from "css-tree";
}
declare module "css-tree/utils" {
  export { ident, string, url } from "css-tree";
}
