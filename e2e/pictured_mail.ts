// Mail of every kind that the inbox draws in its own way.
const mime = "MIME-Version: 1.0";

const message = (from: string, subject: string, ...rest: string[]) =>
  [`From: ${from}`, `Subject: ${subject}`, ...rest, ""].join("\r\n");

const html = (from: string, subject: string, ...body: string[]) =>
  message(from, subject, mime, "Content-Type: text/html; charset=utf-8", "", ...body);

const file = (name: string, type: string) => [
  "--part",
  `Content-Type: ${type}`,
  `Content-Disposition: attachment; filename="${name}"`,
  "Content-Transfer-Encoding: base64",
  "",
  Buffer.from("x".repeat(3_000)).toString("base64"),
];

const word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

export const messages: readonly string[] = [
  ...Array.from({ length: 24 }, (_, index) =>
    message(
      "Build <build@lakeside.example>",
      `Build ${1042 + index} passed`,
      "",
      "All 318 checks passed in 4 minutes.",
    ),
  ),
  message(
    "notice@elsewhere.example",
    "Plain words",
    "",
    "Hello,",
    "",
    "a message without any markup. Its lines",
    "are broken where its sender broke them.",
    "",
    "> and it quotes another",
  ),
  message(
    "Lakeside Billing <billing@lakeside.example>",
    "Your receipt for October",
    mime,
    'Content-Type: multipart/mixed; boundary="part"',
    "",
    "--part",
    "Content-Type: text/html; charset=utf-8",
    "",
    "<h2>Thank you</h2><p>Your receipt is attached.</p><table><tr><td>Professional</td><td>$49.00</td></tr></table>",
    ...file("receipt-2026-10.pdf", "application/pdf"),
    ...file(`${"grundstuecksverkehrsgenehmigung-".repeat(3)}zustaendigkeit.docx`, "application/msword"),
    ...file("logo.png", "image/png"),
    "--part--",
  ),
  html(
    "Lakeside <hello@lakeside.example>",
    "Welcome to Lakeside",
    '<div style="max-width:560px;margin:0 auto;font-family:sans-serif">',
    '<h1 style="color:#0a7c6f">Welcome, Ada</h1><p>You are one click away from your first project.</p>',
    '<p><a href="https://lakeside.example/start" style="background:#0a7c6f;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none">Get going</a></p>',
    "<ul><li>Invite your team</li><li>Add a domain</li><li>Send a test mail</li></ul></div>",
  ),
  html(
    "Bank <no-reply@bank.example>",
    "407 125 is your verification code",
    "<p>Your verification code is <b>407125</b>. It is valid for ten minutes.</p>",
    '<p><a href="https://bank.example/verify?token=abc">Verify your email address</a></p>',
  ),
  html(
    `"${"Rechtsschutzversicherungsgesellschaften ".repeat(3)}" <${"kraftfahrzeughaftpflicht.".repeat(2)}versicherung@posteingang.example>`,
    `=?utf-8?B?${Buffer.from(`${word} und ${word}`).toString("base64")}?=`,
    `<p>${word} ${word}</p>`,
  ),
];
