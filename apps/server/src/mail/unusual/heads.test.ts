import { describe, expect, it } from "vitest";
import {
  base64,
  html,
  image,
  inCharset,
  type Kind,
  mixed,
  multipart,
  png,
  readsAlike,
  related,
  shows,
  text,
} from "../../testing/unusual_mail.ts";
import { beginningOf } from "../beginning.ts";
import { summarise } from "../make_summary.ts";
import { headOf } from "../mime/head.ts";
import { readMail } from "../mime/read_mail.ts";
import { readHeaders, readText } from "../read_parts.ts";

/** A body of two parts. */
const two = ["", "--R", "", "one", "--R", "", "two", "--R--"];

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
  [
    "lines that end with two CRs, as of a program that makes CRLF of each line feed",
    ["From: a@x.test\r", "Subject: two\r", "Content-Type: text/html\r", "\r", "<p>one</p>\r", "<p>two</p>\r"],
    { sender: "a@x.test", subject: "two", text: "one two" },
  ],
  [
    "lines that end with three CRs",
    ["From: a@x.test\r\r", "Subject: three\r\r", "\r\r", "one\r\r", "two\r\r"],
    { sender: "a@x.test", subject: "three", text: "one two" },
  ],
  ["two types", ["Content-Type: text/html", "Content-Type: text/plain", "", "<p>x"], { text: "x" }],
  [
    "two multiparts, of which the second is used",
    [
      'Content-Type: multipart/mixed; boundary="UNUSED"',
      'Content-Type: multipart/alternative; boundary="R"',
      ...[
        "",
        "--R",
        "Content-Type: text/plain",
        "",
        "plain",
        "--R",
        "Content-Type: text/html",
        "",
        "<p>html</p>",
        "--R--",
      ],
    ],
    { text: "plain", files: [] },
  ],
  [
    "two multiparts, of which the first is used",
    ["Content-Type: multipart/mixed; boundary=R", "Content-Type: multipart/mixed; boundary=UNUSED", ...two],
    { text: "one two" },
  ],
  [
    "a multipart without a boundary before one with it",
    ["Content-Type: multipart/mixed", "Content-Type: multipart/mixed;", ' boundary="R"', ...two],
    { text: "one two" },
  ],
  [
    "a text before a multipart that is used",
    ["Content-Type: text/plain; charset=utf-8", "X: y", "Content-Type: multipart/mixed; boundary=R", ...two],
    { text: "one two" },
  ],
  [
    "a text before a multipart that is not used",
    ["Content-Type: text/plain", "Content-Type: multipart/mixed; boundary=UNUSED", "", "x"],
    { text: "x" },
  ],
  [
    "two types of a part",
    mixed(["Content-Type: multipart/mixed; boundary=UNUSED", "Content-Type: multipart/mixed; boundary=R", ...two]),
    { text: "one two" },
  ],
  [
    "two types of a long message, with files before its text",
    [
      "Content-Type: multipart/mixed; boundary=UNUSED",
      "Content-Type: multipart/mixed; boundary=R",
      ...["", "--R", "Content-Type: a/b", "Content-Disposition: attachment; filename=a", "", "x".repeat(300_000)],
      ...["--R", "", "Your code is 739204.", "--R--"],
    ],
    { text: "Your code is 739204.", code: "739204" },
  ],
  [
    "a line that continues nothing",
    [" Aug 22 15:03:38 2008", "From: a@x.test", "Subject: s", "", "body"],
    { sender: "a@x.test", subject: "s", text: "body" },
  ],
  [
    "several lines that continue nothing, behind a mark",
    ["\xef\xbb\xbf\tid 1; Fri", "  more", "From: a@x.test", " (A)", "Content-Type: text/html", "", "<p>body"],
    { sender: "A <a@x.test>", text: "body" },
  ],
  [
    "a line among its headers that is none",
    [
      "From: a@x.test",
      "garbage without colon",
      "Subject: Your code is 482913",
      "Content-Type: text/html",
      "",
      "<p>body",
    ],
    { sender: "a@x.test", subject: "Your code is 482913", code: "482913", text: "body" },
  ],
  [
    "several such lines, one of them folded",
    ["From: a@x.test", "warning", "\tat line 1", "Subject: s", " folded", "!", "To: b@x.test", "", "body"],
    { sender: "a@x.test", subject: "s folded", to: ["b@x.test"], text: "body" },
  ],
  [
    "such a line before its headers",
    ["PHP Warning in mail.php", "From: a@x.test", "Subject: s", "", "body"],
    { sender: "a@x.test", subject: "s", text: "body" },
  ],
  [
    "an empty line before its headers",
    ["", "From: a@x.test", "Subject: s", "", "body"],
    { sender: "a@x.test", subject: "s", text: "body" },
  ],
  [
    "such a line, and no text",
    ["From: a@x.test", "garbage", "Subject: s"],
    { sender: "a@x.test", subject: "s", text: "" },
  ],
  [
    "a text that follows its headers at once, with a colon",
    ["Subject: s", "Hello you,", "Note: this is it", "", "Bye"],
    { subject: "s", text: "Hello you, Note: this is it Bye" },
  ],
  [
    "a text that follows its headers at once, and quotes others",
    ["Subject: s", "Hello you,", "and all", "", "From: a@x.test", "", "Bye"],
    { subject: "s", sender: "", text: "Hello you, and all From: a@x.test Bye" },
  ],
  [
    "a part that follows its headers at once",
    [
      "Subject: s",
      "Content-Type: multipart/mixed; boundary=R",
      "--R",
      "Content-Type: text/html",
      "",
      "<p>one",
      "--R--",
    ],
    { subject: "s", text: "one" },
  ],
  [
    "more such lines than are left out",
    ["From: a@x.test", ...Array(30).fill("garbage"), "Subject: s", "", "body"],
    { sender: "a@x.test", subject: "" },
  ],
  ["a text that begins with a blank", [" Hello", "you", "", "all"], { text: "Hello you all", sender: "" }],
  ["a text that begins with a blank and a line with a colon", [" Dear all,", "this: is", "", "it"], { text: "it" }],
  [
    "another encoding before base64",
    ["Content-Transfer-Encoding: 8bit", "Content-Transfer-Encoding: base64", "", base64("hello")],
    { text: "hello" },
  ],
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

readsAlike("heads", heads);

describe("mail whose lines end with a bare CR", () => {
  const lines = ["From: a@x.test", "Subject: s", "Content-Type: multipart/mixed; boundary=R", ...two];
  it.each([
    ["all of them", lines.join("\r")],
    ["all but the last, which the receiver ends", `${lines.join("\r")}\r\n`],
    ["those of its head", lines.join("\r").replace("\r\r", "\r\r\n")],
    ["a short head", "Subject: s\rFrom: a@x.test\r\rone\rtwo"],
  ])("is read by its lines: %s", async (_what, raw) => {
    const message = Buffer.from(raw, "latin1");
    expect(await summarise(beginningOf(message))).toMatchObject({
      sender: "a@x.test",
      subject: "s",
      preview: "one two",
    });
    const { headers } = await readHeaders(message);
    expect(
      headers
        .map(({ name }) => name)
        .slice(0, 2)
        .sort(),
    ).toEqual(["From", "Subject"]);
  });

  it("keeps its CRs where lines end otherwise", async () => {
    const mail = await readMail(Buffer.from("Subject: s\r\nX: a\rb: c\r\n\r\nbody", "latin1"));
    expect(mail).toMatchObject({ subject: "s" });
  });

  it("is read as far as a summary goes when it is long", async () => {
    const message = Buffer.from(`Subject: s\rX: y\r\rYour code is 739204.\r${"line\r".repeat(3_000_000)}`);
    expect(await summarise(beginningOf(message))).toMatchObject({ subject: "s", code: "739204" });
  });
});

describe("a long head", () => {
  const received = (bytes: number) =>
    "Received: from a.example by b.example; Sun, 29 Nov 2026 10:00:00 +0000\r\n".repeat(bytes / 72);
  const list = (bytes: number) => `To: ${"a@x.test, ".repeat(bytes / 10)}b@x.test\r\n`;
  const rest = [
    "From: a@x.test",
    "Subject: s",
    ...multipart("alternative", text("Your code is 739204."), html("<p>h")),
  ];
  it.each([340_000, 900_000])("counts up to the limit: %i bytes before the subject", async (bytes) => {
    const message = Buffer.from(`${received(bytes / 2)}${list(bytes / 2)}${rest.join("\r\n")}`);
    const right = { sender: "a@x.test", subject: "s", code: "739204", preview: "Your code is 739204." };
    expect(await summarise(beginningOf(message))).toMatchObject(right);
    expect(await summarise(headOf(message))).toMatchObject({ sender: "a@x.test", subject: "s" });
    expect(await readText(message)).toMatchObject({ text: expect.stringContaining("739204") });
  });

  it("counts as far as the limit, and the body behind it is read", async () => {
    const message = Buffer.from(
      `${rest.slice(0, 3).join("\r\n")}\r\n${received(3_000_000)}Subject: late\r\n${rest.slice(3).join("\r\n")}`,
    );
    expect(await summarise(beginningOf(message))).toMatchObject({ subject: "s", code: "739204" });
    expect(await readText(message)).toMatchObject({ text: "Your code is 739204." });
    expect((await readHeaders(message)).cut).toBe(true);
  });
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
