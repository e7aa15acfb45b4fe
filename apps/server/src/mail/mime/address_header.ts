import { quoted } from "./charset.ts";

/** An encoded word (RFC 2047). */
const encodedWord = /=\?[^?\s]{1,75}\?[qb]\?[^?]*\?=/iy;
/** Signs that mean something between addresses, and nothing in an encoded word. */
const special = /[()<>,;:"@[\]\\]/g;

/**
 * The addresses of a header (RFC 5322, 3.4) without what mailparser's own reader cannot tell from them: comments and
 * blanks within an address, comments within comments, routes (4.4), and signs of an encoded word that should be encoded.
 * A comment remains, behind its address, as the name of one that has no other.
 * @param header with its name; each character is a byte @param start where the addresses begin
 */
export function plainAddresses(header: string, start: number): string {
  let plain = header.slice(0, start);
  let text = "";
  let comments: string[] = [];
  /** Where the address in angle brackets begins in `text`. */
  let address: number | undefined;
  let isClosed = true;
  const end = (separator: string) => {
    const own = address === undefined ? text : closed(text, address);
    const isBare = !own.includes("<");
    const said = comments.length > 0 ? ` (${comments.join(" ")})` : "";
    if (own.trim() !== "") plain += (isBare ? tidyBare(own) : own) + said;
    plain += separator;
    [text, comments, address] = ["", [], undefined];
  };
  for (let at = start; at < header.length; ) {
    const sign = header[at] ?? "";
    if (sign === '"') {
      // A quote that is never closed begins no string, and none behind it does.
      const next: number = isClosed ? endOfString(header, at) : Number.POSITIVE_INFINITY;
      isClosed = next <= header.length;
      if (isClosed) text += header.slice(at, next);
      at = isClosed ? next : at + 1;
    } else if (sign === "\\") {
      // Only in a string does it protect a sign. Those that mean something between addresses were to be in one.
      const escaped = header[at + 1] ?? "";
      text += /["()<>,;:@[\]\\]/.test(escaped) ? "" : escaped;
      at += 2;
    } else if (sign === "(") {
      const comment = readComment(header, at);
      if (address === undefined && comment.text !== "") comments.push(comment.text);
      // A comment counts as a blank.
      text += " ";
      at = comment.end;
    } else if (sign === "<" && address === undefined) {
      text += sign;
      address = text.length;
      at += 1;
    } else if (sign === ">" && address !== undefined) {
      text = `${closed(text, address)}>`;
      address = undefined;
      at += 1;
    } else if (sign === "[" && address === undefined) {
      const literal = header.slice(at, at + longestLiteral).search(/[\],;]/);
      const next = literal < 0 ? at + 1 : at + literal;
      text += header.slice(at, next);
      at = next;
    } else if ((sign === "," || sign === ";" || sign === ":") && address === undefined) {
      end(sign);
      at += 1;
    } else {
      encodedWord.lastIndex = at;
      const word = sign === "=" ? encodedWord.exec(header)?.[0] : undefined;
      text += word?.replace(special, quoted) ?? sign;
      at += word?.length ?? 1;
    }
  }
  end("");
  return plain;
}

/** More than any domain literal (RFC 5321, 4.1.3) has. */
const longestLiteral = 100;

function endOfString(header: string, start: number): number {
  let at = start + 1;
  while (at < header.length && header[at] !== '"') at += header[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** The text of a comment, without the brackets of comments in it. One that is not closed goes on to the end. */
function readComment(header: string, start: number): { text: string; end: number } {
  let text = "";
  let depth = 0;
  let at = start;
  for (; at < header.length; at += 1) {
    const sign = header[at] ?? "";
    if (sign === "(") depth += 1;
    else if (sign === ")") depth -= 1;
    else if (sign === "\\") at += 1;
    else text += sign;
    if (depth === 0) break;
  }
  return { text: text.replace(/\s+/g, " ").trim(), end: at + 1 };
}

/** Puts an address in angle brackets right, which begins at `start` of the text. */
const closed = (text: string, start: number) =>
  text.slice(0, start) + withoutRoute(tidy(text.slice(start)).replace(/^mailto:/i, ""));

const withoutRoute = (address: string) => (address.startsWith("@") ? address.slice(address.indexOf(":") + 1) : address);

/** Removes the blanks around the dots and the at sign of an address (RFC 5322, 4.4), but none in quotes. */
function tidy(address: string): string {
  const pieces = address.split(/("(?:[^"\\]|\\.)*")/);
  const tidied = pieces.map((piece, at) =>
    at % 2 === 1 ? piece : piece.replace(/\s+/g, " ").replace(/ ?([.@:,]) ?/g, "$1"),
  );
  return tidied.join("").trim();
}

/** The same for an address without angle brackets. With a name before it, its blanks may be the name's. */
function tidyBare(text: string): string {
  const tidied = tidy(text);
  return /^[^\s"@]+@[^\s"@]+$/.test(tidied) ? tidied : text;
}
