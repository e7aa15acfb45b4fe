import { describe, expect, it } from "vitest";
import {
  base64,
  image,
  inCharset,
  type Kind,
  mixed,
  png,
  readsAlike,
  related,
  shows,
  text,
} from "../../testing/unusual_mail.ts";
import { readHeaders } from "../read_parts.ts";

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

readsAlike("heads", heads);

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
