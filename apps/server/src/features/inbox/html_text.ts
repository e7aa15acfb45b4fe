import { Parser } from "htmlparser2";

const unseen = new Set(["style", "script", "title", "template", "noscript"]);
/** Elements that stand within a line and part no words. */
const inline = new Set(
  "a abbr b big bdo code del em font i ins kbd mark q s small span strike strong sub sup tt u wbr".split(" "),
);
/** Elements that hold nothing, and part words once. */
const empty = new Set(["br", "hr", "img", "input"]);
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
  // How many lines have ended since something was written.
  let ended = 2;
  const part = (name: string) => {
    if (ended === 2 || inline.has(name)) return;
    text += cells.has(name) ? " " : "\n";
    if (!cells.has(name)) ended += 1;
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
      if (!empty.has(name)) part(name);
    },
    ontext: (data) => {
      if (hidden > 0) return;
      // The lines of the source are none of the document's.
      const words = data.replace(/\s+/g, " ");
      if (words === " " && ended > 0) return;
      text += words;
      ended = 0;
    },
  });
  for (let start = 0; start < html.length && text.length < length && depth < mostDepth; start += stepLength) {
    parser.write(html.slice(start, start + stepLength));
  }
  parser.end();
  return text
    .slice(0, 2 * length)
    .replace(/ {2,}/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim()
    .slice(0, length)
    .toWellFormed();
}
