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

/** The mayfly, as in the app. Programs that show no drawing leave it out; nothing is loaded. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true" style="vertical-align:-6px;margin-right:6px"><path fill="#0e9f8e" d="M10.2 13C7.6 7.6 9.2 3.2 14 1.2c3.4 4.2 2.2 9-2 12.2z"/><path fill="#0e9f8e" opacity=".5" d="M9.4 13.2C5.2 11.4 3 8 3.4 3.8c4 1.2 6.4 4.6 7 9.2z"/><g stroke="#0e9f8e" stroke-linecap="round"><path stroke-width="2" d="M6.6 14.4c4.4-1.4 8.6 0 12 4.4"/><path stroke-width="1.2" d="M18.6 18.8l3.6 3M18.6 18.8l4-.2M8.6 14.4l-1.4 3.4M11 14.2l.4 3.8"/></g></svg>`;

/** The colors of the app by day, written where each is used, as every mail program reads them. */
const day = { paper: "#fbfaf8", surface: "#ffffff", sunken: "#f4f2ee", line: "#e7e4dd" } as const;
const dayInk = { ink: "#171716", soft: "#55524c", accent: "#0a7c6f", onAccent: "#ffffff", link: "#0a7266" } as const;

/** Those at night, for the programs that know of it: each class overrides what is written in its element. */
const night = `@media (prefers-color-scheme: dark) {
.paper { background: #121211 !important }
.surface { background: #191918 !important; border-color: #2c2b29 !important }
.sunken { background: #222120 !important }
.ink { color: #f2f0eb !important }
.soft { color: #b3afa6 !important; border-color: #2c2b29 !important }
.brand { color: #3ccbb8 !important }
.accent { background: #23b8a5 !important; color: #06201c !important }
}`;

const page = ({ subject, preheader, paragraphs, code, action, reason }: Mail) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark }
${night}
</style>
</head>
<body class="paper" style="margin:0;background:${day.paper}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${filler}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${day.paper}">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" class="surface" width="480" cellpadding="0" cellspacing="0" style="max-width:480px;width:100%;background:${day.surface};border:1px solid ${day.line};border-radius:12px">
<tr><td class="ink" style="padding:32px;${font};font-size:16px;line-height:24px;color:${dayInk.ink}">
<p class="brand" style="margin:0 0 24px;font-weight:600;color:${dayInk.link}">${mark}Mayfly</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(subject)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join("\n")}
${code ? codeBlock(code) : ""}${action ? button(action) : ""}<p class="soft" style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${day.line};font-size:13px;line-height:20px;color:${dayInk.soft}">${escapeHtml(reason)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const codeBlock = (code: string) =>
  `<p class="sunken" style="margin:0 0 16px;padding:16px;border-radius:8px;background:${day.sunken};text-align:center;font-family:'JetBrains Mono',Menlo,Consolas,monospace;font-size:28px;line-height:40px;letter-spacing:6px">${escapeHtml(code)}</p>\n`;

const button = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:24px 0 16px"><a class="accent" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${dayInk.accent};color:${dayInk.onAccent};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="soft" style="margin:0;font-size:13px;line-height:20px;color:${dayInk.soft};word-break:break-all">${escapeHtml(url)}</p>\n`;
