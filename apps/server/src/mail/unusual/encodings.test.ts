import { base64, type Kind, mixed, octets, readsAlike, text } from "../../testing/unusual_mail.ts";

const begin = "begin 644 a.txt";
const uuencoded = [begin, "&:&5L;&\\*", "`", "end"];

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
    "an encoding with a comment",
    ["Content-Transfer-Encoding: base64 (of course)", "", base64("hello")],
    { text: "hello" },
  ],
  ["an encoding that nobody knows", ["Content-Transfer-Encoding: x-none", "", "hello"], { text: "hello" }],
];

readsAlike("encodings", encodings);
