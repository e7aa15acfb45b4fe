import { csv, from, type Kind, readsAlike, text } from "../../testing/unusual_mail.ts";

const slip = (type: string[], boundary = "b"): Kind[2] & { lines: string[] } => ({
  lines: [...type, "", `--${boundary}`, ...text("hello"), `--${boundary}`, ...csv, `--${boundary}--`],
  text: "hello",
  files: [["a.csv", "1,2"]],
});
const boundaries = (
  [
    ["a boundary without the semicolon before it, folded", ["Content-Type: multipart/mixed", '\tboundary="b"']],
    ["a boundary without the semicolon before it", ["Content-Type: multipart/mixed boundary=b"]],
    ["a boundary after a comma", ["Content-Type: multipart/mixed, boundary=b"]],
    [
      "a boundary after a parameter without its semicolon",
      ['Content-Type: multipart/mixed; charset="utf-8" boundary="b"'],
    ],
    [
      "a boundary before a parameter without its semicolon",
      ["Content-Type: multipart/mixed; boundary=b charset=utf-8"],
    ],
    ["a boundary on a line that is not folded", ["Content-Type: multipart/mixed;", 'boundary="b"', from]],
    ["a boundary with blanks around its sign", ["Content-Type: multipart/mixed; boundary = b"]],
    ["a boundary with a blank at its end", ['Content-Type: multipart/mixed; boundary="b "']],
    ["a boundary whose quotes are not closed", ['Content-Type: multipart/mixed; boundary="b']],
    ["a boundary before a comment", ['Content-Type: multipart/mixed; boundary="b" (a comment; of mine)']],
    ["a boundary after a comment", ["Content-Type: multipart/mixed (a comment); boundary=b"]],
    ["a boundary in apostrophes", ["Content-Type: multipart/mixed; boundary='b'"]],
    ["a boundary whose apostrophes are its own", ["Content-Type: multipart/mixed; boundary='b'"], "'b'"],
    ["a boundary with the dashes before it", ["Content-Type: multipart/mixed; boundary=--b"]],
    ["two boundaries", ["Content-Type: multipart/mixed; boundary=b; boundary=c"]],
    ["no boundary", ["Content-Type: multipart/mixed"]],
    ["no boundary, in forms of one text", ["Content-Type: multipart/alternative", from]],
    ["another boundary than is used", ["Content-Type: multipart/mixed; boundary=c"], "----=_Part_1.2"],
    ["two semicolons", ["Content-Type: multipart/mixed;; boundary=b;"]],
    ["a multipart without a subtype", ["Content-Type: multipart; boundary=b"]],
    ["a boundary in pieces (RFC 2231)", ["Content-Type: multipart/mixed; boundary*0=b; boundary*1=c"], "bc"],
    [
      "a boundary that has the name of a parameter in it",
      ['Content-Type: multipart/mixed; boundary="a boundary=b"'],
      "a boundary=b",
    ],
  ] as [string, string[], string?][]
).map(([what, type, boundary]): Kind => {
  const { lines, ...right } = slip(type, boundary);
  return [what, lines, right];
});

readsAlike("boundaries", boundaries);
