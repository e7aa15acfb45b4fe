import { csv, from, html, type Kind, mixed, multipart, readsAlike, text } from "../../testing/unusual_mail.ts";

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
  ...[
    "text/watch-html",
    "text/x-watch-html",
    "text/x-amp-html",
    "text/amp-html",
    "text/enriched",
    "text/markdown",
    "text/rtf",
  ].map(
    (type): Kind => [
      `an alternative of ${type}`,
      multipart("alternative", text("p"), [`Content-Type: ${type}`, "", "<b>w</b>"], html("<p>p</p>")),
      { text: "p", files: [], has_attachment: false },
    ],
  ),
  [
    "an alternative that is attached",
    multipart("alternative", text("p"), [
      "Content-Type: text/markdown",
      "Content-Disposition: attachment; filename=a.md",
      "",
      "m",
    ]),
    { text: "p", files: [["a.md", "m"]] },
  ],
  [
    "an alternative that alone is there",
    multipart("alternative", ["Content-Type: text/markdown", "", "m"]),
    { files: [["attachment.txt", "m"]] },
  ],
  [
    "data beside a text",
    multipart("alternative", text("p"), ["Content-Type: text/csv", "", "1,2"]),
    { text: "p", files: [["attachment.csv", "1,2"]] },
  ],
  [
    "a feedback report (RFC 5965)",
    multipart(
      "report",
      text("abuse"),
      ["Content-Type: message/feedback-report", "", "Feedback-Type: abuse"],
      [...["Content-Type: message/rfc822", "", "Subject: s", "", "x"]],
    ),
    {
      text: "abuse",
      files: [
        ["feedback-report.txt", "Feedback-Type: abuse"],
        ["message.eml", "Subject: s\r\n\r\nx"],
      ],
    },
  ],
  ...(
    [
      ["message/partial", "partial-message.eml"],
      ["message/external-body", "external-body.txt"],
      ["message/global-delivery-status", "delivery-status.txt"],
      ["application/pgp-signature", "signature.asc"],
      ["application/x-pkcs7-signature", "smime.p7s"],
      ["application/ms-tnef", "winmail.dat"],
      ["text/x-vcard", "contact.vcf"],
    ] as const
  ).map(
    ([type, name]): Kind => [
      `a file of ${type} without a name`,
      mixed(text("a"), [`Content-Type: ${type}`, "", "x"]),
      { files: [[name, "x"]] },
    ],
  ),
  [
    "a type that is left out before its charset",
    ["Content-Type: charset=iso-8859-1", "", "Gr\xfc\xdfe"],
    { text: "Grüße", files: [] },
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

readsAlike("types, dispositions and ends of lines", types);
