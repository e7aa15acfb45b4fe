// The package has types only for its main entry, which loads the grammar of all of CSS: more than all else here.
declare module "css-tree/tokenizer" {
  export { tokenize, tokenTypes } from "css-tree";
}
declare module "css-tree/utils" {
  export { ident, string, url } from "css-tree";
}
