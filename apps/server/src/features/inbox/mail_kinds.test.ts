import { describe, expect, it } from "vitest";
import { beginningOf } from "./beginning.ts";
import { extract } from "./extract.ts";
import { imageLinks } from "./image_link.ts";
import { mailboxText } from "./mailbox.ts";
import { readOrdinary } from "./ordinary_mail.ts";
import { readMail } from "./read_mail.ts";
import { readHeaders, readText } from "./reading.ts";
import { render } from "./rendering.ts";
import { summarise } from "./summarise.ts";
import { withoutControls } from "./texts.ts";
import { visibleLine } from "./visible_text.ts";

/** What is right for a message. What is left out is not looked at. */
interface Right {
  sender?: string;
  subject?: string;
  /** In one line. */
  text?: string;
  code?: string;
  to?: string[];
  cc?: string[];
  /** Their names and bytes, each byte a character. */
  files?: [name: string, content: string][];
  has_attachment?: boolean;
}

/** A message, each byte a character. Its lines end with CRLF. */
type Kind = [what: string, lines: string[], right: Right];

const from = "From: Shop <shop@shop.example>";
const multipart = (kind: string, ...parts: string[][]) => [
  `Content-Type: multipart/${kind}; boundary=${kind}`,
  "",
  ...parts.flatMap((part) => [`--${kind}`, ...part]),
  `--${kind}--`,
];
const mixed = (...parts: string[][]) => multipart("mixed", ...parts);
const related = (...parts: string[][]) => multipart("related", ...parts);
const text = (said: string) => ["Content-Type: text/plain", "", said];
const html = (said: string) => ["Content-Type: text/html", "", said];
const base64 = (bytes: string) => Buffer.from(bytes, "latin1").toString("base64");
const jpeg = "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01";
const png = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
const image = (content: string, ...headers: string[]) => [
  ...headers,
  "Content-Transfer-Encoding: base64",
  "",
  base64(content),
];
const inline = (content: string, type = "image/png") =>
  image(content, `Content-Type: ${type}; name=p`, "Content-Disposition: inline; filename=p", "Content-ID: <1@x>");
const shows = html("<p>photo</p><img src=cid:1@x>");
const attachedMessage = ["From: bank@bank.example", "Subject: Your code", "", "Your verification code is 739204."];
const encoded = (charset: string, bytes: string) => `Subject: =?${charset}?B?${base64(bytes)}?=`;
const inCharset = (charset: string, bytes: string) => [`Content-Type: text/plain; charset=${charset}`, "", bytes];
const begin = "begin 644 a.txt";
const uuencoded = [begin, "&:&5L;&\\*", "`", "end"];
const octets = (encoding: string) => [
  "Content-Type: application/octet-stream; name=a.txt",
  "Content-Disposition: attachment; filename=a.txt",
  `Content-Transfer-Encoding: ${encoding}`,
  "",
];

const images: Kind[] = [
  ["an inline image without HTML", mixed(text("photo"), inline(jpeg, "image/jpeg")), { has_attachment: true }],
  ["an image that HTML shows", related(shows, inline(png)), { has_attachment: false }],
  [
    "an attached image that HTML shows",
    related(
      shows,
      image(png, "Content-Type: image/png", "Content-ID: <1@x>", "Content-Disposition: attachment; filename=p.png"),
    ),
    { has_attachment: false },
  ],
  [
    "an image that HTML does not mention",
    related(html("<p>photo</p><img src=cid:2@x>"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image that HTML mentions in a comment",
    related(html("<p>photo<!-- <img src=cid:1@x> -->"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image that HTML mentions in a text",
    related(html("<p>photo &lt;img src=cid:1@x>"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image that only a script has",
    related(html("<p>photo<script>'<img src=cid:1@x>'</script>"), inline(png)),
    { has_attachment: true },
  ],
  ["an image that a link leads to", related(html("<a href=cid:1@x>photo</a>"), inline(png)), { has_attachment: true }],
  [
    "an image of a style",
    related(html("<p style='background:url(cid:1@x)'>photo"), inline(png)),
    { has_attachment: false },
  ],
  [
    "an image of a style sheet",
    related(html("<style>p{background:url(cid:1@x)}</style><p>photo"), inline(png)),
    { has_attachment: false },
  ],
  [
    "an image of a style with an escaped name",
    related(html("<p style='background:url(\\63id:1@x)'>photo"), inline(png)),
    { has_attachment: false },
  ],
  [
    "a background image",
    related(html("<table background=cid:1@x><tr><td>photo</table>"), inline(png)),
    { has_attachment: false },
  ],
  [
    "an image of the style of a tag that is dropped",
    related(html("<object style='background:url(cid:1@x)'>photo</object>"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image in a noscript",
    related(html("<p>photo<noscript><img src=cid:1@x></noscript>"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image in a template",
    related(html("<p>photo<template><img src=cid:1@x></template>"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image whose address is written in entities",
    related(html("<img src='&#99;id:1&#64;x'>"), inline(png)),
    { has_attachment: false },
  ],
  [
    "an image whose address is percent-encoded",
    related(html("<img src=cid:1%40x>"), inline(png)),
    { has_attachment: false },
  ],
  ["a vector image", related(shows, inline("<svg/>", "image/svg+xml")), { has_attachment: true }],
  ["an image in HEIC", related(shows, inline("\0\0\0\x18ftypheic\0\0\0\0", "image/heic")), { has_attachment: true }],
  ["an image in TIFF", related(shows, inline("II*\0\x08\0\0\0", "image/tiff")), { has_attachment: true }],
  ["a file that calls itself an image", related(shows, inline("%PDF-1.7", "image/png")), { has_attachment: true }],
  ["an image of an unsaid type", related(shows, inline(png, "application/octet-stream")), { has_attachment: false }],
  [
    "an image whose address HTML has (RFC 2557)",
    related(
      html("<img src='http://a.example/p.png'>"),
      image(png, "Content-Type: image/png", "Content-Location: http://a.example/p.png"),
    ),
    { has_attachment: true },
  ],
  [
    "a message that is only an image",
    ["Content-Type: image/png", "Content-ID: <1@x>", "Content-Transfer-Encoding: base64", "", base64(png)],
    { has_attachment: true, text: "", files: [["attachment.png", png]] },
  ],
  ["two images with the same Content-ID", related(shows, inline(png), inline(jpeg)), { has_attachment: true }],
  [
    "two images of which HTML shows one",
    related(shows, inline(png), image(png, "Content-Type: image/png", "Content-ID: <2@x>")),
    { has_attachment: true },
  ],
  ["an image beside a file", mixed(related(shows, inline(png)), [...octets("7bit"), "a"]), { has_attachment: true }],
  [
    "an empty Content-ID",
    related(html("<img src=cid:>photo"), image(png, "Content-Type: image/png", "Content-ID: <>")),
    { has_attachment: true },
  ],
  [
    "an image that is shown by two alternatives",
    multipart("alternative", text("photo"), related(shows, inline(png))),
    { has_attachment: false, text: "photo" },
  ],
  [
    "an image in quoted-printable",
    related(shows, [
      "Content-Type: image/png",
      "Content-ID: <1@x>",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "=89PNG=0D=0A=1A=0A=00=00=00=0DIHDR",
    ]),
    { has_attachment: false },
  ],
  [
    "an image that HTML nobody is shown has",
    multipart("alternative", shows, html("<p>photo")),
    { has_attachment: false },
  ],
];

const words: Kind[] = [
  [
    "raw bytes in encoded words",
    ["From: =?iso-8859-1?Q?M\xfcller?= <m@x.test>", "Subject: =?iso-8859-1?Q?Fr\xf6sche?=", "", "x"],
    { sender: "Müller <m@x.test>", subject: "Frösche" },
  ],
  [
    "raw bytes in a word of another charset than the header's",
    ["Subject: =?windows-1251?Q?\xcf\xf0?= =?utf-8?Q?\xc3\xbc?= \xc3\xb6", "", "x"],
    { subject: "Прü ö" },
  ],
  ["raw bytes that could be UTF-8", ["Subject: =?iso-8859-1?Q?Fr\xc3\xb6sche?=", "", "x"], { subject: "FrÃ¶sche" }],
  ["raw escape sequences", ["Subject: =?iso-2022-jp?Q?\x1b$B$3$s\x1b(B?=", "", "x"], { subject: "こん" }],
  [
    "raw bytes in the name of a file",
    mixed(text("a"), [
      "Content-Type: a/b",
      'Content-Disposition: attachment; filename="=?iso-8859-1?Q?Fr\xf6sche.txt?="',
      "",
      "a",
    ]),
    { files: [["Frösche.txt", "a"]] },
  ],
  [
    "signs of a name that are not encoded",
    ["From: =?utf-8?Q?Shop_(Berlin),_Inc.?= <a@x.test>", "", "x"],
    { sender: "Shop (Berlin), Inc. <a@x.test>" },
  ],
  [
    "a name that looks like another address (threat 20)",
    ["From: =?utf-8?Q?<boss@bank.example>?= <a@x.test>", "", "x"],
    { sender: "boss@bank.example <a@x.test>" },
  ],
  ["a charset with a colon in its name", ["Subject: =?iso_8859-1:1987?Q?Fr=F6sche?=", "", "x"], { subject: "Frösche" }],
  ["a charset with a dot in its name", ["Subject: =?ANSI_X3.4-1968?Q?Frogs?=", "", "x"], { subject: "Frogs" }],
  ["a word with a language (RFC 2231)", ["Subject: =?iso-8859-1*de?Q?Fr=F6sche?=", "", "x"], { subject: "Frösche" }],
  ["characters that two words divide", ["Subject: =?utf-8?B?4oI=?=", " =?utf-8?B?rA==?=", "", "x"], { subject: "€" }],
];

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

const csv = ["Content-Type: text/csv; name=a.csv", "Content-Disposition: attachment; filename=a.csv", "", "1,2"];
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
    ["two boundaries", ["Content-Type: multipart/mixed; boundary=b; boundary=c"]],
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

const messages: Kind[] = [
  [
    "a message that is all of another",
    [from, "Subject: Fwd", "Content-Type: message/rfc822", "", ...attachedMessage],
    {
      subject: "Fwd",
      text: "Your verification code is 739204.",
      code: "739204",
      files: [["message.eml", attachedMessage.join("\r\n")]],
      has_attachment: true,
    },
  ],
  [
    "the same without a subject",
    [from, "Content-Type: message/rfc822; name=a.eml", "", ...attachedMessage],
    { sender: "Shop <shop@shop.example>", subject: "Your code", files: [["a.eml", attachedMessage.join("\r\n")]] },
  ],
  [
    "the same inline",
    [from, "Content-Type: message/rfc822", "Content-Disposition: inline", "", ...attachedMessage],
    { code: "739204", files: [["message.eml", attachedMessage.join("\r\n")]] },
  ],
  [
    "the same in base64",
    [
      from,
      "Content-Type: message/rfc822",
      "Content-Transfer-Encoding: base64",
      "",
      base64(attachedMessage.join("\r\n")),
    ],
    { code: "739204", files: [["message.eml", attachedMessage.join("\r\n")]] },
  ],
  [
    "a message in UTF-8 (RFC 6532)",
    [from, "Content-Type: message/global", "", "Subject: Gr\xc3\xbc\xc3\x9fe", "", "Gr\xc3\xbc\xc3\x9fe"],
    { subject: "Grüße", text: "Grüße" },
  ],
  [
    "a message with parts",
    [from, "Content-Type: message/rfc822", "", "Subject: a", ...mixed(text("hello"), csv)],
    {
      text: "hello",
      files: [
        ["message.eml", ["Subject: a", ...mixed(text("hello"), csv)].join("\r\n")],
        ["a.csv", "1,2"],
      ],
    },
  ],
  [
    "a message in a message in a message",
    ["Content-Type: message/rfc822", "", "Content-Type: message/rfc822", "", ...attachedMessage],
    { text: "Your verification code is 739204." },
  ],
  [
    "a message within others",
    mixed(text("see below"), ["Content-Type: message/rfc822", "", ...attachedMessage]),
    { text: "see below", files: [["message.eml", attachedMessage.join("\r\n")]] },
  ],
];

const addresses: Kind[] = [
  [
    "a comment in an address",
    ["From: Pete <pete(his account)@silly.test>", "", "x"],
    { sender: "Pete <pete@silly.test>" },
  ],
  [
    "comments and blanks (RFC 5322, A.5)",
    [
      "From: Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>",
      "To:A Group(Some people)",
      "     :Chris Jones <c@(Chris's host.)public.example>,",
      "         joe@example.org,",
      "  John <jdoe@one.test> (my dear friend); (the end of the group)",
      "Cc:(Empty list)(start)Hidden recipients  :(nobody(that I know))  ;",
      ...["", "x"],
    ],
    {
      sender: "Pete <pete@silly.test>",
      to: ["Chris Jones <c@public.example>", "joe@example.org", "John <jdoe@one.test>"],
      cc: [],
    },
  ],
  [
    "obsolete addresses (RFC 5322, A.6)",
    [
      "From  : John Doe <jdoe@machine(comment).  example>",
      "To    : Mary Smith",
      "          <@node.test:mary@example.net>, , jdoe@test  . example",
      "",
      "x",
    ],
    { sender: "John Doe <jdoe@machine.example>", to: ["Mary Smith <mary@example.net>", "jdoe@test.example"] },
  ],
  ["a route", ["From: J <@a.test,@b.test:j@x.test>", "", "x"], { sender: "J <j@x.test>" }],
  [
    "a route alone",
    ["From: <@a.test:j@x.test>", "To: <@a.test,@b.test:j@x.test>, k@x.test", "", "x"],
    { sender: "j@x.test", to: ["j@x.test", "k@x.test"] },
  ],
  [
    "a comment for a name",
    ["From: pete@silly.test (Pete (the man))", "", "x"],
    { sender: "Pete the man <pete@silly.test>" },
  ],
  [
    "a comment within a bare address",
    ["From: pete(his account)@silly.test", "", "x"],
    { sender: "his account <pete@silly.test>" },
  ],
  ["a comment that is not closed", ["From: pete@silly.test (Pete", "", "x"], { sender: "Pete <pete@silly.test>" }],
  [
    "another address in a comment (threat 20)",
    ["From: pete@silly.test (boss@bank.example)", "", "x"],
    { sender: "boss@bank.example <pete@silly.test>" },
  ],
  [
    "a comment that would join two domains",
    ["From: <user@good.test(x)evil.test>", "", "x"],
    { sender: "evil.test <user@good.test>" },
  ],
  [
    "brackets in a quoted name",
    ['From: "Pete (the man)" <pete@silly.test>', "", "x"],
    { sender: "Pete (the man) <pete@silly.test>" },
  ],
  ["a quoted local part", ['From: Pete <"a(b) c"@silly.test>', "", "x"], { sender: 'Pete <"a(b) c"@silly.test>' }],
  ["a domain literal", ["From: a@[IPv6:2001:db8::1]", "", "x"], { sender: "a@[IPv6:2001:db8::1]" }],
  [
    "a name with dots and a comma",
    ["From: Joe Q. Public, PhD <joe@x.test>", "", "x"],
    { sender: "Joe Q. Public, PhD <joe@x.test>" },
  ],
  ["an at sign in a name", ["From: Jon @ home <jon@x.test>", "", "x"], { sender: "Jon @ home <jon@x.test>" }],
];

const heads: Kind[] = [
  [
    "a blank before the first colon",
    ["From : a@x.test", "Subject : blank", "", "x"],
    { sender: "a@x.test", subject: "blank" },
  ],
  ["a tab before the first colon", ["From\t: a@x.test", "", "x"], { sender: "a@x.test" }],
  ["a blank before the colon of a type", ["Content-Type : text/html", "", "<p>x"], { text: "x" }],
  [
    "a line of a mailbox file before the headers",
    ["From a@y.test Sat Nov 21 10:00:00 2026", "From: a@x.test", "", "x"],
    { sender: "a@x.test" },
  ],
  [
    "a byte order mark",
    ["\xef\xbb\xbfFrom: a@x.test", "Subject: mark", "", "x"],
    { sender: "a@x.test", subject: "mark" },
  ],
  ["a byte order mark before a type", ["\xef\xbb\xbfContent-Type: text/html", "", "<p>x"], { text: "x" }],
  [
    "two of From and Subject",
    ["From: first@x.test", "From: second@x.test", "Subject: one", "Subject: two", "", "x"],
    { sender: "first@x.test", subject: "one" },
  ],
  ["two types", ["Content-Type: text/html", "Content-Type: text/plain", "", "<p>x"], { text: "x" }],
  [
    "two encodings",
    ["Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: 7bit", "", base64("hello")],
    { text: "hello" },
  ],
  [
    "two dispositions",
    mixed(text("a"), [
      "Content-Type: text/plain",
      "Content-Disposition: attachment; filename=a",
      "Content-Disposition: inline; filename=b",
      "",
      "x",
    ]),
    { text: "a", files: [["a", "x"]] },
  ],
  [
    "two Content-IDs",
    related(shows, image(png, "Content-Type: image/png", "Content-ID: <1@x>", "Content-ID: <2@x>")),
    { has_attachment: false },
  ],
  ["two charsets", inCharset("iso-8859-1; charset=utf-8", "\xfc"), { text: "ü" }],
  ["an empty subject before another", ["Subject:", "Subject: two", "", "x"], { subject: "" }],
  ["two of To", ["To: a@x.test", "To: b@x.test", "", "x"], { to: ["a@x.test", "b@x.test"] }],
];

const charsets: Kind[] = [
  ["big5_tw", [encoded("big5_tw", "\xb3\\\xa4\xa4\xa5\\"), "", "x"], { subject: "許中功" }],
  ...(
    [
      ["big5_tw", "\xb3\\\xa4\xa4\xa5\\", "許中功"],
      ["eucgb2312_cn", "\xc4\xe3\xba\xc3", "你好"],
      ["x-mac-cyrillic", "\x8f\xf0\xe8\xe2\xe5\xf2", "Привет"],
      ["x-mac-ce", "\x8e", "é"],
      ["dos-866", "\x8f\xe0\xa8\xa2\xa5\xe2", "Привет"],
      ["dos-850", "\x81", "ü"],
      ["x-windows-1251", "\xcf\xf0\xe8\xe2\xe5\xf2", "Привет"],
      ["x-eucjp", "\xa4\xb3\xa4\xf3", "こん"],
      ["eucJP-win", "\xa4\xb3\xa4\xf3", "こん"],
      ["SJIS-win", "\x82\xb1\x82\xf1", "こん"],
      ["iso-2022-jp-ms", "\x1b$B$3$s\x1b(B", "こん"],
      ["iso-2022-kr", "\x1b$)C\x0e>H3g\x0f A", "안녕 A"],
      ["uhc", "\xbe\xc8\xb3\xe7", "안녕"],
      ["hz-gb-2312", "~{DcC:~} ~~ A", "你煤 ~ A"],
      ["utf8mb4", "Gr\xc3\xbc\xc3\x9fe", "Grüße"],
      ["x-nobody-knows", "Gr\xfc\xdfe", "Grüße"],
      ["x-nobody-knows", "Gr\xc3\xbc\xc3\x9fe", "Grüße"],
    ] as const
  ).flatMap(([charset, bytes, shown]): Kind[] => [
    [`a text in ${charset}: ${shown}`, inCharset(charset, bytes), { text: shown }],
    [`a subject in ${charset}: ${shown}`, [encoded(charset, bytes), "", "x"], { subject: shown }],
  ]),
  [
    "HTML in a charset that nobody knows, which names its own",
    ["Content-Type: text/html; charset=x-nobody-knows", "", "<meta charset=gbk><p>\xc4\xe3"],
    { text: "你" },
  ],
  ["Japanese escape sequences without a charset", [from, "", "\x1b$B$3$s\x1b(B"], { text: "こん" }],
  ["Japanese escape sequences in HTML without a charset", html("<p>\x1b$B$3$s\x1b(B"), { text: "こん" }],
  [
    "Japanese escape sequences that call themselves ASCII",
    ["Content-Type: text/plain; charset=us-ascii", "Content-Transfer-Encoding: base64", "", base64("\x1b$B$3$s\x1b(B")],
    { text: "こん" },
  ],
  ["Korean escape sequences without a charset", [from, "", "\x1b$)C\x0e>H3g\x0f"], { text: "안녕" }],
  [
    "Chinese without a charset",
    [
      "Subject: \xc4\xfa\xb5\xc4\xd1\xe9\xd6\xa4\xc2\xeb",
      "",
      "\xc4\xfa\xb5\xc4\xd1\xe9\xd6\xa4\xc2\xeb\xca\xc7 739204\xa1\xa3",
    ],
    { subject: "您的验证码", text: "您的验证码是 739204。", code: "739204" },
  ],
  [
    "Western text without a charset",
    ["Subject: \xc0 \xe9t\xe9, cr\xe9\xe9e", "", "Gr\xfc\xdfe \x96 na\xefve, \xc4\xd6\xdc"],
    { subject: "À été, créée", text: "Grüße – naïve, ÄÖÜ" },
  ],
  ["colours of a terminal", ["", "\x1b[32mgreen\x1b(B\x1b[m"], { text: "green" }],
];

const types: Kind[] = [
  ["plain/text", ["Content-Type: plain/text; charset=utf-8", "", "hello"], { text: "hello", files: [] }],
  ["html for a type", ["Content-Type: html", "", "<p>hello</p>"], { text: "hello", files: [] }],
  ["html/text", ["Content-Type: html/text", "", "<p>hello</p>"], { text: "hello", files: [] }],
  ["plain for a type", ["Content-Type: plain", "", "hello"], { text: "hello", files: [] }],
  [
    "a type with a slip in a part",
    mixed(["Content-Type: plain/text", "", "hello"], csv),
    { text: "hello", files: [["a.csv", "1,2"]] },
  ],
  [
    "a text with a disposition that nobody knows",
    ["Content-Type: text/plain", "Content-Disposition: form-data", "", "hello"],
    { text: "hello", files: [], has_attachment: false },
  ],
  [
    "HTML with a disposition that nobody knows",
    ["Content-Type: text/html", "Content-Disposition: none", "", "<p>hello"],
    { text: "hello", files: [] },
  ],
  [
    "a disposition that nobody knows with a name",
    ["Content-Disposition: x; filename=a.txt", "Content-Type: text/plain", "", "hello"],
    { text: "hello", files: [["a.txt", "hello"]] },
  ],
  [
    "a text that is attached",
    ["Content-Type: text/plain", "Content-Disposition: attachment; filename=a.txt", "", "hello"],
    { text: "", files: [["a.txt", "hello"]], has_attachment: true },
  ],
  [
    "a part with a disposition that nobody knows",
    mixed(text("a"), ["Content-Type: text/plain", "Content-Disposition: x; filename=a.txt", "", "hello"]),
    { text: "a", files: [["a.txt", "hello"]] },
  ],
  [
    "a disposition with a comment",
    mixed(text("a"), ["Content-Type: text/plain", "Content-Disposition: inline (please)", "", "b"]),
    { text: "a b", files: [] },
  ],
  [
    "lines that end with a CR",
    [from, "", "Your code is below\r739204\rIt is valid for a day."],
    { text: "Your code is below 739204 It is valid for a day.", code: "739204" },
  ],
  [
    "flowed lines that end with a CR",
    ["Content-Type: text/plain; format=flowed; delsp=yes", "", "Hel \rlo\ryou"],
    { text: "Hello you" },
  ],
  ["lines that end with two CRs", [from, "", "one\r\r\ntwo"], { text: "one two" }],
];

const named = (parameter: string) =>
  mixed(text("a"), ["Content-Type: a/b", `Content-Disposition: attachment; ${parameter}`, "", "x"]);
const names = (
  [
    ["filename=d%20e.txt", "d%20e.txt"],
    ['filename="d%20e.txt"', "d%20e.txt"],
    ["filename*=utf-8''d%20e.txt", "d e.txt"],
    ["filename*=utf-8''d%2520e.txt", "d%20e.txt"],
    ["filename*0=d%20; filename*1=e.txt", "d%20e.txt"],
    ["filename*0*=utf-8''d%20; filename*1=e%20.txt", "d e%20.txt"],
    ["filename=report (1).pdf", "report (1).pdf"],
    ['filename="my name=a.txt"', "my name=a.txt"],
    ["filename=my file.txt", "my file.txt"],
    ["filename=a.txt; filename=b.txt", "a.txt"],
    ["filename=ascii.txt; filename*=utf-8''%E2%82%AC.txt", "€.txt"],
  ] as const
).map(([parameter, name]): Kind => [`a file with ${parameter}`, named(parameter), { files: [[name, "x"]] }]);

const kinds: [string, Kind[]][] = [
  ["images", images],
  ["encoded words", words],
  ["encodings", encodings],
  ["boundaries", boundaries],
  ["messages within messages", messages],
  ["addresses", addresses],
  ["heads", heads],
  ["charsets", charsets],
  ["types, dispositions and ends of lines", types],
  ["names of files", names],
];

const line = (said: string) => said.replace(/\s+/g, " ").trim();

describe.each(kinds)("mail with unusual %s", (_group, list) => {
  it.each(list)("is read alike when it comes in and when it is opened: %s", async (_what, lines, right) => {
    const raw = Buffer.from(lines.join("\r\n"), "latin1");
    const summary = await summarise(beginningOf(raw));
    const mail = await readMail(raw);
    const opened = await render(raw, imageLinks("key", "source"));
    const { text: whole } = await readText(raw);
    const files = mail.attachments.map(({ filename, content }) => [filename, content.toString("latin1")]);
    const all = { ...summary, text: line(whole), to: opened.to, cc: opened.cc, files };
    expect(all).toMatchObject(right);

    expect(summary.sender).toBe(mailboxText(mail));
    expect(summary.subject).toBe(visibleLine(mail.subject));
    expect(line(whole).slice(0, 200)).toBe(summary.preview);
    expect(line(withoutControls((await extract(raw)).text))).toBe(line(whole));
    expect(opened.attachments.some(({ embedded }) => embedded === 0)).toBe(summary.has_attachment);
    const ordinary = readOrdinary(raw);
    if (ordinary !== undefined) expect(ordinary.has_attachment).toBe(summary.has_attachment);
  });
});

it("has many kinds of mail", () => {
  expect(kinds.flatMap(([, list]) => list).length).toBeGreaterThan(150);
});

describe("the headers of unusual mail", () => {
  const headersOf = async (...lines: string[]) => {
    const { headers } = await readHeaders(Buffer.from(lines.join("\r\n"), "latin1"));
    return headers.map(({ name, value }) => `${name}=${value}`);
  };

  it.each([
    [
      ["Subject: =?iso-8859-1?Q?Fr\xf6sche?=", "X: \xc3\xbc"],
      ["Subject=Frösche", "X=ü"],
    ],
    [["Subject: =?big5_tw?b?s1ykpKVc?="], ["Subject=許中功"]],
    [
      ["\xef\xbb\xbfFrom : a@x.test", "Subject : b"],
      ["From=a@x.test", "Subject=b"],
    ],
    [
      ["Content-Type: multipart/mixed;", 'boundary="b"', "X: y"],
      ['Content-Type=multipart/mixed; boundary="b"', "X=y"],
    ],
    [
      ["Subject: one", "Subject: two"],
      ["Subject=one", "Subject=two"],
    ],
  ])("are decoded in the list of headers: %j", async (lines, headers) => {
    expect(await headersOf(...lines, "", "body")).toEqual(headers);
  });
});
