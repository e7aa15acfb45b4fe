import { Parser } from "htmlparser2";

const unseen = new Set(["style", "script", "head", "title", "template", "noscript"]);
/** Elements that stand within a line and part no words. */
const inline = new Set(
  "a abbr b big bdo code del em font i ins kbd mark q s small span strike strong sub sup tt u wbr".split(" "),
);
/** Elements that stand beside each other. */
const cells = new Set(["td", "th", "img"]);

/** The parser's time grows with the square of a document's depth (threat 16), so deeper ones are not read further. */
const mostDepth = 1000;
/** No more is read than is needed. */
const stepLength = 16 * 1024;

/** What a reader sees of a document, or the beginning of it: a line for each block, a space between cells. */
export function textOf(html: string, length: number): string {
  let text = "";
  let hidden = 0;
  let depth = 0;
  const part = (name: string) => {
    if (!inline.has(name) && text.length < length) text += cells.has(name) ? " " : "\n";
  };
  const parser = new Parser({
    onopentagname: (name) => {
      depth += 1;
      if (unseen.has(name)) hidden += 1;
      part(name);
    },
    onclosetag: (name) => {
      depth -= 1;
      if (unseen.has(name)) hidden -= 1;
      part(name);
    },
    ontext: (data) => {
      // The lines of the source are none of the document's.
      if (hidden === 0 && text.length < length) text += data.replace(/\s+/g, " ");
    },
  });
  for (let start = 0; start < html.length && text.length < length && depth < mostDepth; start += stepLength) {
    parser.write(html.slice(start, start + stepLength));
  }
  parser.end();
  return text
    .slice(0, length)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .toWellFormed();
}
