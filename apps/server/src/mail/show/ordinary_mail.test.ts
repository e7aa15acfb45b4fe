import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { searchedLength } from "../find/code_lines.ts";
import { hasFiles } from "../make_summary.ts";
import { asRead } from "../mime/head.ts";
import { type Mail, readMail } from "../mime/read_mail.ts";
import { type Beginning, readOrdinary, readOrdinaryContent } from "./ordinary_mail.ts";
import { markedText, textForms } from "./plain_text.ts";

const demo = path.join(import.meta.dirname, "../../demo/mail");
const demoMails = readdirSync(demo).map((file) =>
  Buffer.from(readFileSync(path.join(demo, file), "latin1").replace(/\r?\n/g, "\r\n"), "latin1"),
);

const embedded = `Content-Type: image/png\r\nContent-ID: <1@b.example>\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64")}`;

/** The beginning of a text that a summary looks at, with all white space made alike. */
const seen = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 1500);

const comparable = ({ name, address, subject, text, has_attachment }: Beginning) => ({
  name: seen(name),
  address,
  subject: seen(subject),
  text: seen(text),
  has_attachment,
});

async function parsed(raw: Buffer) {
  const mail = await readMail(raw);
  return comparable({ ...mail, text: markedText(mail.texts, searchedLength), has_attachment: await hasFiles(mail) });
}

describe("readOrdinary", () => {
  it("reads all mails of the demo", () => {
    expect(demoMails.map((raw) => readOrdinary(raw) !== undefined)).toEqual(demoMails.map(() => true));
  });

  it.each([
    ["plain text", "From: a@b.example\r\nSubject: Hi\r\n\r\nHello\r\n"],
    ["nothing but a body", "\r\nHello"],
    ["encoded headers", "From: =?utf-8?Q?Zo=C3=AB?= <a@b.example>\r\nSubject: =?utf-8?B?w6k=?=\r\n a\r\n\r\nHello"],
    ["quoted-printable", "Content-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=C3=9Fe =\r\nan alle=20\r\n"],
    [
      "base64",
      "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nR3LDvMOf\r\nZQ==\r\n",
    ],
    ["flowed text", "Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\nHel \r\nlo \r\n> you\r\n"],
    ["flowed quotes", "Content-Type: text/plain; format=flowed\r\n\r\n> Hel \r\n> lo\r\n>> you \r\nme\r\n"],
    ["HTML that calls itself flowed", "Content-Type: text/html; format=flowed\r\n\r\n<p>a \r\n> b</p>\r\n"],
    [
      "parts in parts",
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: multipart/alternative; boundary=b2\r\n\r\n--b2\r\n\r\nHello\r\n--b2\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>\r\n--b2--\r\n--b\r\nContent-Disposition: attachment; filename=a.txt\r\nContent-Type: text/plain\r\n\r\nNot this\r\n--b--\r\n',
    ],
  ])("reads %s as the parser does", async (_what, raw) => {
    const mail = readOrdinary(Buffer.from(raw));
    expect(mail && comparable(mail)).toEqual(await parsed(Buffer.from(raw)));
  });

  it.each([
    ["lines that end with a line feed alone", "Subject: a\nFrom: a@b.example\r\n\r\nHello"],
    ["a header that comes twice", "Subject: a\r\nSubject: b\r\n\r\nHello"],
    ["several senders", "From: a@b.example, c@d.example\r\n\r\nHello"],
    ["a group of senders", "From: us: a@b.example;\r\n\r\nHello"],
    ["a comment", "From: a@b.example (not c@d.example)\r\n\r\nHello"],
    ["an address within a name (threat 20)", 'From: "admin@bank.example" <evil@b.example>\r\n\r\nHello'],
    ["a domain in another script", "From: a@xn--bcher-kva.example\r\n\r\nHello"],
    ["another character set", "Content-Type: text/plain; charset=iso-2022-jp\r\n\r\nHello"],
    ["text in no UTF-8", "Content-Type: text/plain; charset=ANSI_X3.4-1968\r\n\r\n\ufffd"],
    ["HTML in no UTF-8", "Content-Type: text/html\r\n\r\n<p>\ufffd</p>"],
    ["a header in ISO-2022-JP", "Subject: \x1b$B$3$s\x1b(B\r\n\r\nHello"],
    ["a parameter in pieces", "Content-Type: text/plain; charset*0=utf-8\r\n\r\nHello"],
    ["a part that is not closed", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello"],
    [
      "a boundary with a blank behind it",
      "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b \r\n\r\nx\r\n--b--",
    ],
    ["a multipart without boundary", "Content-Type: multipart/mixed\r\n\r\n--b\r\n\r\nHello\r\n--b--"],
    ["text without headers", "Hello, this is a test\r\nfrom telnet\r\n\r\nmore"],
    ["text without a blank line before it", "Subject: a\r\nHello\r\n\r\nmore"],
    ["a digest", "Content-Type: multipart/digest; boundary=b\r\n\r\n--b\r\n\r\nSubject: a\r\n\r\nHello\r\n--b--"],
    ["a type without its semicolon", "Content-Type: text/html charset=utf-8\r\n\r\n<p>Hello</p>"],
    ["a text with a name", "Content-Type: text/plain; name=a.txt\r\n\r\nHello"],
    ["a text with a file name", "Content-Disposition: inline; filename=a.txt\r\nContent-Type: text/plain\r\n\r\nHello"],
    ["text for watches", "Content-Disposition: attachment\r\nContent-Type: text/x-watch-html\r\n\r\nHello"],
    ["a message within", "Content-Type: message/rfc822\r\n\r\nSubject: b\r\n\r\nHello"],
    ["an unknown encoding", "Content-Transfer-Encoding: uuencode\r\n\r\nHello"],
    ["a word that is not encoded (RFC 2047)", "Subject: =?iso-8859-1?Q?\u00fc?=\r\n\r\nHello"],
    ["escape sequences of Japanese", "\r\n\x1b$B$3$s\x1b(B"],
    ["a type that means another", "Content-Type: plain/text\r\n\r\nHello"],
    ["a boundary with a blank at its end", 'Content-Type: multipart/mixed; boundary="b "\r\n\r\n--b\r\n\r\nx\r\n--b--'],
    [
      "an image that a style shows",
      `Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p style="background:url(cid:1@b.example)">\r\n--b\r\n${embedded}\r\n--b--`,
    ],
    ["what is not encoded as it says", "Content-Transfer-Encoding: base64\r\n\r\nHel=lo!"],
    ["a header that does not end", `Subject: ${"x".repeat(40_000)}\r\n\r\nHello`],
    ["a line of a mailbox file", "From a@b.example Sat Nov 21\r\nSubject: a\r\n\r\nHello"],
    ["many parts", `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(60)}--b--`],
  ])("leaves %s to the parser", (_what, raw) => {
    expect(readOrdinary(Buffer.from(raw))).toBeUndefined();
  });

  it("reads random mails, whole and damaged, as the parser does", async () => {
    const make = new Mails(20261121);
    let read = 0;
    for (let no = 0; no < 5000; no += 1) {
      const raw = make.next();
      const mail = readOrdinary(asRead(raw));
      if (mail === undefined) continue;
      read += 1;
      expect(comparable(mail), raw.toString()).toEqual(await parsed(raw));
    }
    expect(read).toBeGreaterThan(1000);
  });
});

describe("readOrdinaryContent", () => {
  const contentOf = ({ texts, to, cc }: Pick<Mail, "texts" | "to" | "cc">) => ({
    forms: textForms(texts, 64 * 1024).map((text) => text.replace(/\s+/g, " ").trim()),
    ...{ to, cc },
  });
  const read = (raw: Buffer) => {
    const mail = readOrdinaryContent(asRead(raw));
    const content = mail && contentOf(mail);
    return mail?.isOdd() ? undefined : content;
  };

  it.each([
    [
      "a list of recipients",
      "To: Zo <a@b.example>, c@d.example\r\nCc: =?utf-8?Q?Zo=C3=AB?= <e@f.example>\r\n\r\nHello",
    ],
    [
      "both forms",
      [
        "Content-Type: multipart/alternative; boundary=b",
        ...["", "--b", "", "Hello", "--b", "Content-Type: text/html", ""],
        ...["<p>Hello <a href=https://b.example>you</a></p>", "--b--"],
      ].join("\r\n"),
    ],
  ])("reads %s as the parser does", async (_what, raw) => {
    expect(read(Buffer.from(raw))).toEqual(contentOf(await readMail(Buffer.from(raw))));
  });

  it.each([
    ["a file", "Content-Type: application/pdf; name=a.pdf\r\n\r\nx"],
    ["a group", "To: us: a@b.example;\r\n\r\nHello"],
    ["a name with a comma", 'To: "Zo, Ltd" <a@b.example>\r\n\r\nHello'],
    ["an empty place", "To: a@b.example,,c@d.example\r\n\r\nHello"],
    ["a long text", `\r\n${"x".repeat(33_000)}`],
    ["HTML in no UTF-8", "Content-Type: text/html\r\n\r\n<p>\ufffd</p>"],
  ])("leaves %s to the parser", (_what, raw) => {
    expect(read(Buffer.from(raw))).toBeUndefined();
  });

  it("reads random mails, whole and damaged, as the parser does", async () => {
    const make = new Mails(20261130);
    let count = 0;
    for (let no = 0; no < 2_000; no += 1) {
      const raw = make.next();
      const content = read(raw);
      if (content === undefined) continue;
      count += 1;
      expect(content, raw.toString()).toEqual(contentOf(await readMail(raw)));
    }
    expect(count).toBeGreaterThan(300);
  });
});

/** Makes random mails, the same ones for the same seed. */
class Mails {
  #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  next(): Buffer {
    let raw = this.#below(3) === 0 ? this.#pick(demoMails) : Buffer.from(this.#headers() + this.#part(0));
    for (let damages = this.#below(3); damages > 0; damages -= 1) {
      const at = this.#below(Math.min(raw.length, this.#pick([400, raw.length])) + 1);
      raw = Buffer.concat([raw.subarray(0, at), Buffer.from(this.#pick(damage)), raw.subarray(at + this.#below(4))]);
    }
    return raw;
  }

  #below(count: number): number {
    this.#seed = (Math.imul(this.#seed, 1103515245) + 12345) & 0x7fffffff;
    return (this.#seed >> 8) % count;
  }

  #pick<Item>(items: Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }

  #headers(): string {
    const from = this.#below(8) && `${this.#pick(["From", "from"])}: ${this.#pick(names)} ${this.#pick(addresses)}\r\n`;
    const subject = this.#below(8) && `Subject: ${this.#pick(subjects)}\r\n`;
    return `${this.#pick(["", "Received: x\r\n\ty\r\n"])}${from || ""}${subject || ""}`;
  }

  #part(depth: number): string {
    if (this.#below(4) === 0 && depth < 3) return this.#multipart(depth);
    const header = (name: string, values: string[]) => {
      const value = this.#pick(values);
      return value === "" ? "" : `${name}: ${value}\r\n`;
    };
    if (depth > 0 && this.#below(5) === 0) return this.#pick(images);
    if (this.#below(6) === 0) return `Content-Type: text/html\r\n\r\n${this.#pick(shows)}${this.#pick(["", ...shows])}`;
    const headers = [
      header("Content-Type", types),
      header(this.#pick(["Content-Transfer-Encoding", "content-transfer-encoding"]), encodings),
      header("Content-Disposition", dispositions),
      header("Content-ID", ids),
    ];
    return `${headers.join("")}\r\n${this.#pick(bodies)}`;
  }

  #multipart(depth: number): string {
    const boundary = this.#pick(["b", "b2", "b=1", "----=_Part_1"]);
    const named = this.#pick([boundary, `"${boundary}"`]);
    const parts = Array.from(
      { length: this.#below(4) },
      () => `--${boundary}${this.#pick(pads)}\r\n${this.#part(depth + 1)}`,
    );
    const kind = this.#pick(["mixed", "alternative", "related", "signed", "digest"]);
    const end = this.#pick(["--", "--", "--\r\n", "--\r\nafter\r\n", "", "-- \r\n"]);
    const body = [...parts, `--${boundary}${end}`].join(this.#pick(["\r\n", "\r\n", "\r\n", "\n"]));
    return `Content-Type: multipart/${kind}; boundary=${named}\r\n\r\n${this.#pick(["", "before\r\n"])}${body}`;
  }
}

const list = (...items: string[]) => items;
const pads = list("", "", "", "", "", " ", " \t");
const damage = list(
  ...["\r\n", "\n", "\r", " ", "\t", "--", "=", '"', "<", ">", "@", ";", ":", ",", "(", ")", "\\", "é", "\0", "'", "."],
  ...["=?utf-8?Q?=C3=A9?=", "=?utf-8?B?w6k=?=", "\r\n\r\n", "--b\r\n", "--b--\r\n", "=\r\n", "=3D", "=20\r\n", "xn--"],
  ...["Content-Type: text/html\r\n", "Content-Transfer-Encoding: base64\r\n", "Content-Disposition: inline\r\n"],
  ...["From: x@y.example\r\n", "Subject: again\r\n", "charset=utf-8", "boundary=", "format=flowed", "; delsp=yes"],
);
const images = list(
  ...[embedded, embedded.replace("1@", "2@"), embedded.replace("base64\r\n", "7bit\r\n"), embedded.slice(0, -4)],
  ...[
    embedded.replace("png", "svg+xml"),
    embedded.replace("\r\n", "\r\nContent-Disposition: attachment; filename=a.png\r\n"),
  ],
);
const shows = list(
  ...["<img src=cid:1@b.example>", "<IMG alt=a SRC='cid:1%40b.example'>", "<img src=' CID:2@b.example '>x", "<p>none"],
  ...["<!--<img src=cid:1@b.example>-->", "<title><img src=cid:1@b.example></title>a", "<a href=cid:1@b.example>a</a>"],
  ...["<script>'<img src=cid:1@b.example>'</script>", "<style>p{background:url(cid:1@b.example)}</style><p>a"],
  ...[
    "<noscript><img src=cid:1@b.example></noscript>",
    "<table background=cid:1@b.example><td>",
    "<img src=cid:1@b.example",
  ],
);
const names = list(
  ...["", "Zo", '"Zo, Ltd"', '"Zo"', "=?utf-8?Q?Zo=C3=AB?=", "=?utf-8?B?Wm/Dqw==?= B", "'Zo'", "Zo (x)", "Zo   B"],
  ...["O'Neil", "=?iso-8859-1?Q?Zo=EB?=", '"=?utf-8?Q?Zo=C3=AB?="', "Zoë", "a.b", "=?utf-8?Q?a?= =?utf-8?Q?b?=", "[x]"],
);
const addresses = list(
  ...[
    "a@b.example",
    "<a@b.example>",
    "<A+b@B.example>",
    "<>",
    "",
    "<a@xn--bcher-kva.example>",
    "a",
    "<a@b>",
    "<a@b.c>,",
  ],
  ...["<a@b.example>,<c@d.example>", '<"a b"@c.example>', "<a@b.example> (c)", "<a@b.example.>", "<a@b.example"],
);
const subjects = list(
  ...["", "x", "=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", "a\r\n b", "Grüße", "a =?x?Q?b?= c", ":"],
  ...["=?utf-8?B?8J+Qng==?=\r\n\t=?utf-8?B?8J+Qng==?=", "=?utf-8?Q?=E2=82?= =?utf-8?Q?=AC?="],
);
const types = list(
  ...[
    "",
    "text/plain",
    "text/plain; charset=utf-8",
    'text/plain; charset="utf-8"',
    "text/html; charset=UTF-8",
    "text/html",
  ],
  ...["text/plain; charset=ANSI_X3.4-1968", "text/html; charset=unknown-8bit"],
  ...["TEXT/PLAIN; charset=us-ascii", "text/plain;charset=iso-8859-1", "text/plain; format=flowed", "text/calendar"],
  ...[
    "text/plain; format=flowed; delsp=yes",
    "application/pdf; name=x.pdf",
    "image/png",
    "application/octet-stream; name=x.png",
    "message/rfc822",
    "text/plain; charset=utf-8;",
  ],
  ...[
    'text/plain; name="a b.txt"',
    "text",
    "text/plain; charset",
    "text/plain (c)",
    "text/plain; charset=a; charset=b",
  ],
);
const encodings = list("", "7bit", "8bit", "base64", "quoted-printable", "BASE64", "binary", "x-y", "7bit (c)");
const dispositions = list(
  "",
  "",
  "",
  "inline",
  "attachment",
  "attachment; filename=x",
  "inline; filename=y",
  "INLINE",
  "x",
);
const ids = list("", "", "", "", "<1@b.example>", "1@b.example", "<>");
const bodies = list(
  ...[
    "Hello",
    "Hello\r\nWorld\r\n",
    "",
    "\r\n",
    "Gr=C3=BC=C3=9Fe =\r\nx=20\r\n",
    "R3LDvMOfZQ==",
    "R3LDvMOf\r\nZQ==\r\n",
  ],
  ...[
    "R3LD",
    "a =\n b",
    "<p>Hi</p>",
    "Grüße",
    " \r\n ",
    "a \r\nb \r\n> q \r\n-- \r\nc",
    "=C3",
    "a==b",
    "--\r\nx",
    "--b",
  ],
  ...["x\n--b\ny", "R3 LD", "x".repeat(5000)],
);
