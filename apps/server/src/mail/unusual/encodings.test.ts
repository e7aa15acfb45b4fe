import { base64, csv, type Kind, mixed, octets, readsAlike, text } from "../../testing/unusual_mail.ts";

const begin = "begin 644 a.txt";
const uuencoded = [begin, "&:&5L;&\\*", "`", "end"];

const parts = ["--B", "Content-Type: text/plain", "", "from SAP", "--B", ...csv, "--B--", ""];

const encodings: Kind[] = [
  ...["uuencode", "x-uuencode", "X-UUE", "uue"].map(
    (name): Kind => [
      `a file in ${name}`,
      mixed(text("below"), [...octets(name), ...uuencoded]),
      { files: [["a.txt", "hello\n"]], text: "below" },
    ],
  ),
  [
    "uuencode with text before it and a line that lost its blanks",
    mixed(text("a"), [...octets("x-uuencode"), "This is a.txt", "", begin, "#  $", "`", "end", "after"]),
    { files: [["a.txt", "\0\x01\0"]] },
  ],
  [
    "uuencode without its first and last line",
    mixed(text("a"), [...octets("x-uuencode"), "&:&5L;&\\*"]),
    { files: [["a.txt", "hello\n"]] },
  ],
  [
    "uuencode with base64",
    mixed(text("a"), [...octets("x-uuencode"), "begin-base64 644 a.txt", "aGVsbG8K", "===="]),
    { files: [["a.txt", "hello\n"]] },
  ],
  [
    "an empty uuencoded file",
    mixed(text("a"), [...octets("x-uuencode"), begin, "`", "end"]),
    { files: [["a.txt", ""]] },
  ],
  ["a text in uuencode", ["Content-Transfer-Encoding: x-uuencode", "", ...uuencoded], { text: "hello", files: [] }],
  [
    "a text that calls itself base64",
    ["Content-Transfer-Encoding: base64", "", "Hello there, this is not base64."],
    { text: "Hello there, this is not base64." },
  ],
  [
    "a text of words that calls itself base64",
    ["Content-Transfer-Encoding: base64", "", "Your code"],
    { text: "Your code" },
  ],
  ["a short text that calls itself base64", ["Content-Transfer-Encoding: base64", "", "Hello"], { text: "Hello" }],
  [
    "HTML that calls itself base64",
    ["Content-Type: text/html", "Content-Transfer-Encoding: base64", "", "<p>Your code is 739204.</p>"],
    { text: "Your code is 739204.", code: "739204" },
  ],
  [
    "base64 with a footer of a mailing list",
    [
      "Content-Transfer-Encoding: base64",
      "",
      base64("Hello"),
      "_".repeat(47),
      "A list, for all",
      "https://list.example/",
    ],
    { text: `Hello ${"_".repeat(47)} A list, for all https://list.example/` },
  ],
  [
    "base64 behind a banner",
    [
      "Content-Transfer-Encoding: base64",
      "",
      "[External sender, be careful]",
      base64("Your verification code is 739204, as you asked."),
    ],
    { text: "[External sender, be careful] Your verification code is 739204, as you asked.", code: "739204" },
  ],
  [
    "base64 in two pieces",
    ["Content-Transfer-Encoding: base64", "", base64("Hello"), base64(" you!")],
    { text: "Hello you!" },
  ],
  [
    "base64 whose long line a server has broken",
    ["Content-Transfer-Encoding: base64", "", `${base64("Hello".repeat(12))}!`, ` ${base64("you")}`],
    { text: `${"Hello".repeat(12)}you` },
  ],
  ["base64 without its padding", ["Content-Transfer-Encoding: base64", "", "SGVsbG8"], { text: "Hello" }],
  [
    "base64 of URLs",
    mixed(text("x"), [...octets("base64"), "-_-_-_-_"]),
    { files: [["a.txt", "\xfb\xff\xbf\xfb\xff\xbf"]] },
  ],
  [
    "a file with a footer",
    mixed(text("x"), [...octets("base64"), base64("hello"), "-- ", "Scanned, by us"]),
    { files: [["a.txt", "hello"]] },
  ],
  [
    "a file that calls itself base64",
    mixed(text("x"), [...octets("base64"), "a,b", "1,2"]),
    { files: [["a.txt", "a,b\r\n1,2"]] },
  ],
  ["an empty text in base64", ["Content-Transfer-Encoding: base64", "", ""], { text: "" }],
  ...["Base64", "base-64", "x-base64", '"base64"', "base64;", "B64"].map(
    (name): Kind => [
      `an encoding by the name ${name}`,
      [`Content-Transfer-Encoding: ${name}`, "", base64("hello")],
      { text: "hello" },
    ],
  ),
  ...["quoted_printable", "Quoted Printable", "QP"].map(
    (name): Kind => [
      `an encoding by the name ${name}`,
      [`Content-Transfer-Encoding: ${name}`, "", "h=65llo"],
      { text: "hello" },
    ],
  ),
  [
    "a text that calls itself uuencoded",
    ["Content-Transfer-Encoding: uuencode", "", "Hello there, this is none."],
    { text: "Hello there, this is none." },
  ],
  [
    "a multipart in base64",
    ["Content-Type: multipart/mixed; boundary=B", "Content-Transfer-Encoding: base64", "", base64(parts.join("\r\n"))],
    { text: "from SAP", files: [["a.csv", "1,2"]] },
  ],
  [
    "a multipart in quoted-printable",
    [
      'Content-Type: multipart/mixed; boundary="=_B"',
      "Content-Transfer-Encoding: quoted-printable",
      ...["", "--=3D_B", "Content-Type: text/html", "", "<p title=3D'a'>Your code is =", "739204</p>", "--=3D_B--"],
    ],
    { text: "Your code is 739204", code: "739204" },
  ],
  [
    "a multipart in base64 within another",
    mixed(
      text("one"),
      [
        "Content-Type: multipart/mixed; boundary=B",
        "Content-Transfer-Encoding: base64",
        "",
        base64(parts.join("\r\n")),
      ],
      text("two"),
    ),
    { text: "one from SAP two", files: [["a.csv", "1,2"]] },
  ],
  [
    "a multipart that says base64, and whose parts are none",
    ["Content-Transfer-Encoding: base64", ...mixed(text("one"), csv)],
    { text: "one", files: [["a.csv", "1,2"]] },
  ],
  [
    "a multipart that says base64, and is a text",
    ["Content-Transfer-Encoding: base64", "Content-Type: multipart/mixed; boundary=B", "", "A text, no more"],
    { text: "A text, no more" },
  ],
  [
    "an encoding with a comment",
    ["Content-Transfer-Encoding: base64 (of course)", "", base64("hello")],
    { text: "hello" },
  ],
  ["an encoding that nobody knows", ["Content-Transfer-Encoding: x-none", "", "hello"], { text: "hello" }],
];

readsAlike("encodings", encodings);
