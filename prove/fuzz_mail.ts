import { worstTexts } from "@mayfly/server/testing/worst_texts";
import { hostileText } from "./hostile_values.ts";
import type { Random } from "./random.ts";

const types = [
  ...[
    "text/plain",
    "text/html",
    "text/plain; charset=utf-8",
    "text/html; charset=iso-2022-jp",
    "text/plain; charset=utf-7",
  ],
  ...[
    "text/html; charset=x-none",
    "text/plain; format=flowed; delsp=yes",
    "text/calendar",
    "image/svg+xml",
    "image/png",
  ],
  ...[
    "message/rfc822",
    "message/delivery-status",
    "application/octet-stream; name*=utf-8''%",
    "application/ms-tnef",
    "",
    "/",
    "text",
  ],
];
const encodings = ["7bit", "8bit", "base64", "quoted-printable", "x-uuencode", "binary", "gzip", ""];
const names = [
  ...[
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "Reply-To",
    "Content-ID",
    "Content-Disposition",
    "Received",
    "References",
  ],
  ...[
    "Content-Type",
    "Content-Transfer-Encoding",
    "List-Unsubscribe",
    "X-\u00ff",
    "DKIM-Signature",
    "MIME-Version",
    "__proto__",
  ],
];
const texts = [
  ...[
    "a <a@b.example>",
    "=?utf-8?Q?=00=0D=0A?= <a@b.example>",
    "=?utf-8?B?////?=",
    "=?x-none?Q?a?=",
    "=?utf-8?Q?",
    "a:b;c:;",
  ],
  ...[
    '"a" <a@b',
    "undisclosed:;",
    'attachment; filename="../../x.html"',
    "attachment; filename*0*=utf-8''a%0d%0a; filename*1=b",
  ],
  ...[
    "inline; filename=\u202egnp.exe",
    "<cid@x>",
    "Thu, 31 Feb 2026 25:61:61 +9999",
    "731204 is your code",
    "<a@b>,".repeat(500),
  ],
];
const bodies = [
  ...[
    "Your code is 731204.",
    "<p>Hi</p><img src=cid:cid@x><img src=http://127.0.0.1:1/a.png>",
    "<svg onload=alert(1)>",
    "=3D=\r\n=ZZ",
  ],
  ...[
    "<style>@import 'http://x';*{background:url(http://x)}</style><table><tr><td>",
    "<div>".repeat(3_000),
    "<!--",
    "<![CDATA[",
  ],
  ...[
    "begin 644 a\r\n#AAAA\r\n`\r\nend",
    "%PDF",
    "R0lGODlhAQABAAAAACw=",
    "\x1b$B\x1b(B",
    "&#x110000;&#0;&nbsp",
    "a\r\n.\r\n..\r\n.b",
  ],
  ...[
    "From: x\r\nSubject: inner\r\n\r\ninner",
    "https://x.example/verify?token=abc ".repeat(200),
    "\r",
    "\n",
    "x".repeat(3_000),
  ],
];

/** A message whose subject and text, or HTML, take programs long. */
function makeSlowMail(random: Random): Buffer {
  const make = random.pick(Object.values(worstTexts));
  const encoded = (length: number) => Buffer.from(make(length)).toString("base64");
  const type = random.pick(["text/plain; charset=utf-8", "text/html; charset=utf-8"]);
  const head = `Subject: =?utf-8?B?${encoded(1 + random.below(2_000))}?=\r\nContent-Type: ${type}`;
  const lines = encoded(1 + random.below(250_000)).replace(/.{76}/g, "$&\r\n");
  return Buffer.from(`${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n`);
}

/** A message that no parser expects. Lines end with CRLF where the fuzzer makes them. */
export function makeMail(random: Random, depth = 0): Buffer {
  if (depth === 0 && random.chance(0.15)) return makeSlowMail(random);
  const text = (choices: readonly string[]) => (random.chance(0.1) ? hostileText(random) : random.pick(choices));
  const headers = random.list(
    8,
    () => `${text(names)}: ${text(texts)}${random.pick(["\r\n", "\r\n", "\r\n", "\n", "\r", ""])}`,
  );
  const parts: (string | Buffer)[] = [headers.join("")];
  if (depth < 6 && random.chance(depth === 0 ? 0.6 : 0.3)) {
    const boundary = random.pick(["b", "b", `b${depth}`, "", "a b", "b".repeat(80), hostileText(random).slice(0, 60)]);
    const kind = random.pick(["mixed", "alternative", "related", "signed", "report", "x"]);
    parts.push(`Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n`);
    for (const part of random.list(4, () => makeMail(random, depth + 1))) parts.push(`--${boundary}\r\n`, part, "\r\n");
    if (random.chance(0.8)) parts.push(`--${boundary}--\r\n`);
  } else {
    parts.push(`Content-Type: ${text(types)}\r\nContent-Transfer-Encoding: ${text(encodings)}\r\n`);
    if (random.chance(0.95)) parts.push("\r\n");
    parts.push(...random.list(3, () => text(bodies)));
  }
  const mail = Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, random.pick(["utf8", "latin1"])) : part)),
  );
  if (depth > 0 || random.chance(0.6)) return mail;
  const bytes = Buffer.from(mail.subarray(0, 100_000));
  for (let count = random.below(20); count > 0 && bytes.length > 0; count -= 1)
    bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}

/** A message as a client sends it after DATA: dot-stuffed, and with the final dot. */
export const stuffed = (mail: Buffer): Buffer => {
  const text = mail.toString("latin1").replace(/(^|\r\n)\./g, "$1..");
  return Buffer.from(`${text}${text === "" || text.endsWith("\r\n") ? "" : "\r\n"}.\r\n`, "latin1");
};

/** A client's commands, in pieces as TCP may split them. Most are in order, so that some transactions get far. */
export function makeConversation(random: Random, recipients: readonly string[]): Buffer[] {
  const path = () => `<${random.chance(0.8) ? random.pick(recipients) : hostileText(random)}>`;
  const data = () => `DATA\r\n${stuffed(makeMail(random, 3)).toString("latin1")}`.replace(/\r\n$/, "");
  /** A message by BDAT; what announces a chunk may lie about it. */
  const chunks = () => {
    const parts = [makeMail(random, 3), ...random.list(3, () => makeMail(random, 5))];
    return parts
      .map((part, at) => {
        const size = random.chance(0.95) ? part.length : random.pick(["-1", "1e3", "00005", "9".repeat(30), "0", ""]);
        return `BDAT ${size}${at === parts.length - 1 && random.chance(0.9) ? " LAST" : ""}\r\n${part.toString("latin1")}`;
      })
      .join("");
  };
  const commands: Record<string, () => string> = {
    greeting: () => random.pick(["EHLO a.example", "HELO a", "EHLO", `EHLO ${hostileText(random)}`, "LHLO x"]),
    sender: () =>
      `MAIL FROM:${random.pick([path(), "<>", "<a@b.example> SIZE=10", "<a@b.example> BODY=8BITMIME SMTPUTF8", hostileText(random)])}`,
    recipient: () => `RCPT TO:${path()}${random.pick(["", "", "", " NOTIFY=NEVER", " ORCPT=rfc822;+0D+0A"])}`,
    content: () => (random.chance(0.3) ? chunks() : data()),
    login: () =>
      random.pick([
        ...[
          "AUTH PLAIN AGEAYg==",
          "AUTH PLAIN\r\nAGEAYg==",
          "AUTH LOGIN\r\nYQ==\r\nYg==",
          "AUTH LOGIN\r\n*",
          "AUTH PLAIN =",
        ],
        ...["AUTH", "AUTH CRAM-MD5", `AUTH PLAIN ${hostileText(random)}`, `AUTH LOGIN\r\n${hostileText(random)}`],
      ]),
    other: () =>
      random.pick(["NOOP", "RSET", "VRFY x", "EXPN x", "HELP", "AUTH PLAIN", "STARTTLS", "BDAT 5 LAST", "QUIT", ""]),
    garbage: () => hostileText(random).slice(0, 5_000),
  };
  const order = ["greeting", "sender", "recipient", "content"];
  const lines = Array.from({ length: 4 + random.below(30) }, (_, at) => {
    const name = random.chance(0.75) ? (order[at % 4] as string) : random.pick(Object.keys(commands));
    return `${commands[name]?.()}${random.chance(0.95) ? "\r\n" : random.pick(["\n", "\r", "\0\r\n", ""])}`;
  });
  const bytes = Buffer.from(lines.join(""), random.pick(["latin1", "utf8"]));
  const cuts = random.list(6, () => random.below(bytes.length)).sort((a, b) => a - b);
  return [0, ...cuts].map((start, at) => bytes.subarray(start, cuts[at] ?? bytes.length));
}
