import { escapeHtml } from "../text/escape_html.ts";

/** A mail from Mayfly to one person. The texts are plain; the template lays them out. */
export interface Mail {
  to: string;
  subject: string;
  /** What lists of mail show beside the subject; the mail itself does not show it. */
  preheader: string;
  paragraphs: string[];
  /** For the recipient to type in. */
  code?: string;
  /** A link for the recipient to follow. */
  action?: { label: string; url: string };
  /** The small print at the end: why the recipient got this mail. */
  reason: string;
  /** A mail that comes as a file with this one, byte for byte. */
  enclosed?: Buffer;
}

/** What a mail with a code is called: the code can be read, and copied, without opening the mail (row Y13). */
export const codeSubject = (code: string) => `${code} is your Mayfly code`;

/** A mail's two bodies, plain and HTML, in one quiet layout. No pictures: nothing in it is loaded from anywhere. */
export function renderMail(mail: Mail): { text: string; html: string } {
  const { paragraphs, code, action, reason } = mail;
  const text = [
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `--\n${reason}`,
  ].join("\n\n");
  return { text, html: page(mail) };
}

const font = "font-family:Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";

/** Fills the rest of the preview line, which would go on with the mail's own text. */
const filler = "&zwnj;&nbsp;".repeat(80);

const page = ({ subject, preheader, paragraphs, code, action, reason }: Mail) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;background:#faf9f6">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${filler}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf9f6">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="480" cellpadding="0" cellspacing="0" style="max-width:480px;width:100%;background:#ffffff;border:1px solid #e5e2da;border-radius:12px">
<tr><td style="padding:32px;${font};font-size:16px;line-height:24px;color:#1c1b19">
<p style="margin:0 0 24px;font-weight:600;color:#0b7a6e">Mayfly</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(subject)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join("\n")}
${code ? codeBlock(code) : ""}${action ? button(action) : ""}<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e5e2da;font-size:13px;line-height:20px;color:#6b675e">${escapeHtml(reason)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const codeBlock = (code: string) =>
  `<p style="margin:0 0 16px;padding:16px;border-radius:8px;background:#f2f0ea;text-align:center;font-family:'JetBrains Mono',Menlo,Consolas,monospace;font-size:28px;line-height:40px;letter-spacing:6px">${escapeHtml(code)}</p>\n`;

const button = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:24px 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b7a6e;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#6b675e;word-break:break-all">${escapeHtml(url)}</p>\n`;
