import { describe, expect, it } from "vitest";
import { beginningOf } from "./beginning.ts";
import { extract } from "./extract.ts";
import { imageLinks } from "./image_link.ts";
import { mailboxText } from "./mailbox.ts";
import { readOrdinary } from "./ordinary_mail.ts";
import { readMail } from "./read_mail.ts";
import { readText } from "./reading.ts";
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

const kinds: [string, Kind[]][] = [
  ["images", images],
  ["encodings", encodings],
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
