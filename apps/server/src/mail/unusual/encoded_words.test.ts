import { type Kind, mixed, readsAlike, text } from "../../testing/unusual_mail.ts";

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

readsAlike("encoded words", words);
