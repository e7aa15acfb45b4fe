import { base64, encoded, from, html, inCharset, type Kind, readsAlike } from "../../testing/unusual_mail.ts";

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
      ["iso-2022-jp-2", "\x1b$BF|K\\8l\x1b(B \x1b$(CGQ\x1b(B", "日本語 한"],
      ["csISO2022JP2", "\x1b$A::\x1b(B A\x1b.Acaf\x1bNi \x1b.F\x1bNa", "汉 Acafé α"],
      ["iso-2022-jp", "\x1b$(CGQ\x1b(B A", "한 A"],
      ["iso-2022-jp-1", "\x1b$(D0!\x1b(B", "丂"],
      ["iso-2022-cn", "\x1b$)A\x0e=;;;\x0f A", "交换 A"],
      ["johab", "\xd0\x65\x8b\x69 A \xe0\x31\x88\x41", "한글 A 伽ㄱ"],
      ["hz-gb-2312", "~{DcC:~} ~~ A", "你煤 ~ A"],
      ["utf-16", "\0G\0r\0\xfc\0 \x65\xe5", "Grü 日"],
      ["UTF16", "G\0r\0\xfc\0 \0\xe5\x65", "Grü 日"],
      ["utf-16", "\x65\xe5\x67\x2c", "日本"],
      ["utf-16", "\xff\xfe\xe5\x65\x2c\x67", "日本"],
      ["ucs-2", "\xfe\xff\x65\xe5\x67\x2c", "日本"],
      ["iso-10646-ucs-2", "\0A\x4e\0", "A一"],
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
  ["Korean escape sequences in Japanese without a charset", [from, "", "\x1b$(CGQ\x1b(B"], { text: "한" }],
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

readsAlike("charsets", charsets);
