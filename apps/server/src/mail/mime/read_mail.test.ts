import { describe, expect, it } from "vitest";
import { readHeaders } from "../read_parts.ts";
import { imageLinks } from "../show/image_link.ts";
import { plainText } from "../show/plain_text.ts";
import { render } from "../show/render.ts";
import { readMail } from "./read_mail.ts";

type Part = string | { kind: string; parts: Part[] };

let boundaries = 0;
const of = (kind: string, ...parts: Part[]): Part => ({ kind, parts });
const text = "\r\ntext";
const html = "Content-Type: text/html\r\n\r\n<p>html</p>";
const file = "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\n\r\n%PDF";

function written(part: Part): string {
  if (typeof part === "string") return part;
  boundaries += 1;
  const boundary = `b${boundaries}`;
  const parts = part.parts.map((one) => `--${boundary}\r\n${written(one)}\r\n`).join("");
  return `Content-Type: multipart/${part.kind}; boundary=${boundary}\r\n\r\n${parts}--${boundary}--`;
}

const plainOf = async (raw: string) => plainText((await readMail(Buffer.from(raw))).texts, 1000).trim();
const htmlOf = async (raw: string) => {
  const { content } = await render(Buffer.from(raw), imageLinks("key", "source"));
  return content
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
};

describe("readMail", () => {
  it.each([
    ["one of each in turn", of("mixed", text, html, "\r\nfooter"), "text html footer", "text\nhtml\nfooter"],
    ["either of two forms", of("alternative", text, html), "html", "text"],
    ["two forms, and a footer", of("mixed", of("alternative", text, html), "\r\nend"), "html end", "text\nend"],
    [
      "two forms, of which one has files between its texts",
      of("alternative", text, of("mixed", html, file, "Content-Type: text/html\r\n\r\n<p>more</p>")),
      "html more",
      "text",
    ],
    [
      "two forms, of which one has a text beside it",
      of("alternative", text, of("mixed", html, "\r\nnote")),
      "html note",
      "text",
    ],
    [
      "two forms, of which one is empty",
      of("alternative", text, "Content-Type: text/html\r\n\r\n<p></p>"),
      "text",
      "text",
    ],
    ["two forms, of which the other is empty", of("alternative", "\r\n ", html), "html", "html"],
    ["texts around a file", of("mixed", text, file, "\r\nmore"), "text more", "text\nmore"],
  ])("shows the right texts as HTML and as plain text: %s", async (_what, part, asHtml, asText) => {
    expect(await htmlOf(written(part))).toBe(asHtml);
    expect(await plainOf(written(part))).toBe(asText);
  });

  it("shows the text of an inline message after its sender and subject", async () => {
    const within =
      "Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\nFrom: Zo <zo@b.example>\r\nSubject: Within\r\n";
    const raw = written(of("mixed", text, `${within}Content-Type: text/html\r\n\r\n<p>html</p>`));
    expect(await plainOf(raw)).toBe('text\n\nFrom: "Zo" <zo@b.example>\nSubject: Within\n\nhtml');
    expect(await htmlOf(raw)).toMatch(/^text From: .*zo@b\.example.* Subject: Within html$/);
  });

  it.each(["text", "text/markdown", "text/plain (a comment)", "text/x-log; charset=utf-8"])(
    "reads the type %s as plain text (RFC 2046, 4.1.4)",
    async (type) => {
      expect(await plainOf(`Content-Type: ${type}\r\n\r\n# Hi`)).toBe("# Hi");
      const { attachments } = await readMail(Buffer.from(`Content-Type: ${type}\r\n\r\n# Hi`));
      expect(attachments).toEqual([]);
    },
  );

  it.each(["text/csv", "text/markdown; name=README.md"])("lists %s as a file only", async (type) => {
    const { attachments } = await readMail(Buffer.from(`Content-Type: ${type}\r\n\r\na`));
    expect(attachments).toMatchObject([{ contentType: type.split(";")[0], content: Buffer.from("a") }]);
    expect(await plainOf(`Content-Type: ${type}\r\n\r\na`)).toBe("");
  });

  it.each([
    ["message/rfc822", "message.eml"],
    ["text/calendar; method=REQUEST", "invite.ics"],
    ["message/delivery-status\r\nContent-Disposition: attachment", "delivery-status.txt"],
    ["message/disposition-notification\r\nContent-Disposition: attachment", "read-receipt.txt"],
    ["image/png", "attachment.png"],
    ["application/x-own", "attachment.bin"],
    ["image/png; name=a.png", "a.png"],
  ])("lists a file of type %s under the name %s", async (type, filename) => {
    const { attachments } = await readMail(Buffer.from(written(of("mixed", text, `Content-Type: ${type}\r\n\r\na`))));
    expect(attachments).toMatchObject([{ filename }]);
  });

  it("cuts a long file name, but keeps its extension", async () => {
    const named = (name: string) => written(of("mixed", text, `Content-Type: a/b; name="${name}"\r\n\r\na`));
    const { attachments } = await readMail(Buffer.from(named(`${"a".repeat(1000)}.pdf`)));
    expect(attachments[0]?.filename).toMatch(/^a{296}\.pdf$/);
  });

  it.each(["", "; name=a", "(nothing)"])("lists a part with the type %j as a file of unknown type", async (type) => {
    const raw = Buffer.from(written(of("mixed", text, `Content-Type: ${type}\r\n\r\na`)));
    const { attachments } = await readMail(raw);
    expect(attachments).toMatchObject([{ contentType: "application/octet-stream" }]);
  });

  it("unwraps flowed plain text, but not HTML (RFC 3676)", async () => {
    const flowed = (type: string) =>
      `Content-Type: ${type}; format=flowed; delsp=yes\r\n\r\n> One \r\n>  two\r\n-- \r\nZo`;
    expect(await plainOf(flowed("text/plain"))).toBe("> One two\n-- \nZo");
    expect(await htmlOf(flowed("text/html"))).toBe("&gt; One &gt; two -- Zo");
  });

  it("lists texts with a file name as files as well, except alternatives", async () => {
    const log = (headers: string, body: string) => `Content-Type: text/plain; ${headers}\r\n\r\n${body}`;
    const parts = of(
      "mixed",
      text,
      log("name=log.txt\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64", "b25lDQp0d28="),
      log("charset=iso-8859-1; name=grus.txt", "Gr\xfc\xdfe\r\n"),
      file,
      "Content-Type: text/html; name=a.html\r\n\r\n<p>page</p>",
      log('format=flowed\r\nContent-Disposition: inline; filename="b.txt"', "a \r\nb"),
      of("alternative", log("name=body.txt", "form"), html),
    );
    const raw = Buffer.from(written(parts), "latin1");
    const { attachments, texts } = await readMail(raw);
    expect(attachments.map(({ filename, content }) => [filename, content.toString("latin1")])).toEqual([
      ["a.pdf", "%PDF"],
      ["log.txt", "one\r\ntwo"],
      ["grus.txt", "Gr\xfc\xdfe\r\n"],
      ["a.html", "<p>page</p>"],
      ["b.txt", "a \r\nb"],
    ]);
    expect(plainText(texts, 1000)).toBe("text\none\ntwo\nGrüße\n\npage\na b\nform");
  });

  it("does not list AMP alternatives, or invitations that are attached as well, as files", async () => {
    const calendar = "Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR";
    const amp = "Content-Type: text/x-amp-html\r\n\r\n<html amp4email>";
    const forms = of("alternative", text, amp, html, calendar);
    const attached = `${calendar.replace("text/calendar; method=REQUEST", "application/ics; name=a.ics")}\r\n`;
    const namesOf = async (...parts: Part[]) => {
      const { attachments } = await readMail(Buffer.from(written(of("mixed", ...parts))));
      return attachments.map(({ filename }) => filename);
    };
    expect(await namesOf(forms, attached)).toEqual(["a.ics"]);
    expect(await namesOf(forms)).toEqual(["invite.ics"]);
    expect(await namesOf(forms, attached.replace("END", "ENDS"))).toEqual(["invite.ics", "a.ics"]);
    expect(await namesOf(calendar, attached, amp)).toEqual(["invite.ics", "a.ics", "attachment.txt"]);
  });

  it.each(["delivery-status", "disposition-notification"])("shows a report of message/%s as text", async (kind) => {
    const raw = written(of("report", text, `Content-Type: message/${kind}\r\n\r\nReporting-UA: a`));
    expect(await plainOf(raw)).toBe("text\nReporting-UA: a");
    expect((await readMail(Buffer.from(raw))).attachments).toEqual([]);
  });

  it("decodes quoted-printable text without blanks at the ends of lines (RFC 2045, 6.7)", async () => {
    const quoted = "a \t\r\n b=20 \r\nc=\r\nd =\t\n=C3=bc=4=\n1 =zz e= ";
    expect(await plainOf(`Content-Transfer-Encoding: quoted-printable\r\n\r\n${quoted}`)).toBe("a\n b \ncd üA =zz e");
  });

  it("finds parts after boundaries with blanks at their end (RFC 2046, 5.1.1)", async () => {
    const padded = written(of("mixed", text, html)).replace(/\r\n(--b\d+(?:--)?)(?=\r\n|$)/g, "\r\n$1 \t");
    expect(await plainOf(padded)).toBe("text\nhtml");
  });

  it.each([
    [
      "Hello, this is a test\r\nsecond line\r\n\r\nthird: line",
      "",
      "Hello, this is a test\nsecond line\n\nthird: line",
    ],
    ["Subject: a\n b\nHello you\nb: c", "a b", "Hello you\nb: c"],
    ["From zo@b.example Sat Nov 21\r\nSubject : a\r\n\r\nHello", "a", "Hello"],
    ["\ufeffX-A: b\r\nSubject: a\r\n\r\nHello", "a", "Hello"],
    ["Return-Path: <x>\r\n>From zo@b.example 10:00\r\nSubject: a\r\n\r\nHello", "a", "Hello"],
    ["Received: x\r\n y\r\nFrom zo@b.example Sat Nov 21\r\nSubject: a\r\n\r\nHello", "a", "Hello"],
  ])("finds where the headers end, even without a blank line: %j", async (raw, subject, shown) => {
    expect((await readMail(Buffer.from(raw))).subject).toBe(subject);
    expect(await plainOf(raw)).toBe(shown);
    const { headers } = await readHeaders(Buffer.from(raw));
    expect(headers.filter(({ name }) => /subject|from/i.test(name))).toEqual(
      subject === "" ? [] : [{ name: "Subject", value: subject }],
    );
  });

  it.each([
    ["; boundary=b", "--c\r\n\r\ntext\r\n--c--", "--c\n\ntext\n--c--"],
    ["", "--c\r\n\r\ntext", "--c\n\ntext"],
    ["; boundary=b", "Grüße\r\n--b--", "Grüße"],
    ["; boundary=b", "before\r\n--b\r\n\r\ntext\r\n--b--\r\nafter", "text"],
  ])("shows all of a multipart's body only if it has no parts: %j %j", async (parameters, body, shown) => {
    expect(await plainOf(`Content-Type: multipart/mixed${parameters}\r\n\r\n${body}`)).toBe(shown);
  });

  it("shows all of a nested multipart without parts, but nothing that follows it", async () => {
    const inner = "Content-Type: multipart/alternative; boundary=zz\r\n\r\nThe inner";
    const raw = `${written(of("mixed", text, inner))} \r\nepilogue\r\nmore`;
    expect(await plainOf(raw)).toBe("text\nThe inner");
  });

  it("shows the messages of a digest (RFC 2046, 5.1.5)", async () => {
    const one = "\r\nSubject: One\r\nContent-Type: text/html\r\n\r\n<p>1</p>";
    const two = "Content-Type: message/rfc822\r\n\r\nSubject: Two\r\n\r\n2";
    const raw = written(of("digest", one, two, "Content-Type: text/plain\r\n\r\nend"));
    expect(await plainOf(raw)).toBe("Subject: One\n\n1\n\nSubject: Two\n\n2\nend");
  });

  it("reads HTML whose type has no semicolon before its parameters", async () => {
    expect(await htmlOf("Content-Type: text/html charset=utf-8\r\n\r\n<p>Grüße</p>")).toBe("Grüße");
  });

  it.each([
    ["cp50220", "\x1b$B$3$s\x1b(B", "こん"],
    ["x-big5", "\xb1z\xa6n", "您好"],
    ["cp932", "\x82\xb1\x82\xf1", "こん"],
  ])(
    "decodes texts, headers and file names by any name of their character set, such as %s",
    async (charset, bytes, shown) => {
      const word = `=?${charset}?B?${Buffer.from(bytes, "latin1").toString("base64")}?=`;
      const head = (subject: string) =>
        `Subject: ${subject}\r\nContent-Type: text/plain; charset=${charset}; name="${word}"`;
      for (const subject of [bytes, word]) {
        const mail = await readMail(Buffer.from(`${head(subject)}\r\n\r\n${bytes}`, "latin1"));
        expect(mail).toMatchObject({ subject: shown, attachments: [{ filename: shown }] });
        expect(plainText(mail.texts, 1000)).toBe(shown);
      }
    },
  );

  it("decodes raw headers and file names in the charset of the text unless they are UTF-8", async () => {
    const named = "Content-Type: a/b\r\nContent-Disposition: attachment; filename=";
    const texts =
      "--b\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\na\r\n--b\r\nContent-Type: text/html; charset=gbk\r\n\r\na\r\n";
    const within = `${texts}--b\r\n${named}\xc4\xe3\r\n\r\na\r\n--b\r\n${named}\xc3\xbc\r\n\r\na\r\n--b--`;
    const raw = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${within}`;
    const { attachments } = await readMail(Buffer.from(raw, "latin1"));
    expect(attachments.map(({ filename }) => filename)).toEqual(["你", "ü"]);
    for (const [subject, shown] of Object.entries({ "\xc4\xe3\xba\xc3": "你好", "\xc3\xbc": "ü", "\xff": "ÿ" })) {
      const mail = Buffer.from(`Subject: ${subject}\r\nContent-Type: text/plain; charset=gbk\r\n\r\n`, "latin1");
      expect((await readMail(mail)).subject).toBe(shown);
      expect((await readHeaders(mail)).headers[0]?.value).toBe(shown);
    }
  });

  it("decodes raw headers in the charset of a nested text, also in an inline message", async () => {
    const head = "From: \xc4\xe3 <a@b.example>\r\nSubject: \xba\xc3\r\n";
    const raw = `${head}${written(
      of(
        "mixed",
        of("alternative", "Content-Type: text/plain; charset=gbk\r\n\r\na", html),
        `Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n${head}\r\nb`,
      ),
    )}`;
    const mail = await readMail(Buffer.from(raw, "latin1"));
    expect(mail).toMatchObject({ name: "你", address: "a@b.example", subject: "好" });
    expect(plainText(mail.texts, 1000)).toBe('a\n\nFrom: "你" <a@b.example>\nSubject: 好\n\nb');
    const { headers } = await readHeaders(Buffer.from(raw, "latin1"));
    expect(headers.map(({ value }) => value).slice(0, 2)).toEqual(["你 <a@b.example>", "好"]);
    const many = `Subject: \xff\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\na\r\n".repeat(2000)}`;
    expect((await readHeaders(Buffer.from(many, "latin1"))).headers[0]?.value).toBe("ÿ");
  });

  it.each([
    ["a name of a file", 'Content-Type: a/b; name="\xc4\xe3"', 'filename="=?gbk?B?xOO6w7Pf?=.pdf"', "你好尺.pdf"],
    [
      "what tells of a file",
      "Content-Description: Gr\xfc\xdfe",
      "filename*=UTF-8''%E2%82%AC%20rates.pdf",
      "€ rates.pdf",
    ],
    [
      "what tells of a file too",
      "Content-Description: \xfc",
      'filename="Gr\xc3\xbc\xc3\x9fe \xe2\x82\xac.pdf"',
      "Grüße €.pdf",
    ],
  ])(
    "reads the name of a file correctly beside another value that is not encoded: %s",
    async (_what, header, named, filename) => {
      const one = `${header}\r\nContent-Disposition: attachment; ${named}\r\n\r\na`;
      const raw = written(of("mixed", "Content-Type: text/plain; charset=gbk\r\n\r\na", one));
      expect((await readMail(Buffer.from(raw, "latin1"))).attachments).toMatchObject([{ filename }]);
    },
  );

  it("answers no texts for an empty message", async () => {
    expect(await readMail(Buffer.from(""))).toMatchObject({ name: "", address: "", subject: "", attachments: [] });
    expect(await plainOf("")).toBe("");
  });
});

it("ends an unclosed multipart at a boundary of an outer one (RFC 2046, 5.1.2)", async () => {
  const of = (end: string) =>
    [
      ...["Content-Type: multipart/mixed; boundary=out", "", "--out"],
      ...["Content-Type: multipart/related; boundary=mid", "", "--mid"],
      ...["Content-Type: multipart/alternative; boundary=in", "", "--in", "Content-Type: text/plain", "", "Hello", end],
    ].join("\r\n");
  const pdf = ["--out", "Content-Type: application/pdf; name=a.pdf", "", "%PDF", "--out--", ""].join("\r\n");
  for (const raw of [of(pdf), of(`--mid--\r\n${pdf}`), of(`--in--\r\n${pdf}`)]) {
    const { texts, attachments } = await readMail(Buffer.from(raw));
    expect(plainText(texts, 1000).trim()).toBe("Hello");
    expect(attachments.map(({ filename, content }) => [filename, content.toString()])).toEqual([["a.pdf", "%PDF"]]);
  }
});
