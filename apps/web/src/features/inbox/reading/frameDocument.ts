import { imageProxyPath } from "@mayfly/contracts";
import type { Theme } from "../../../ui/theme.ts";

// :where() has no specificity, so that the mail's own styles win. The server sets an aspect ratio on images whose width
// and height are both given. Other images keep their own ratio, or that of their file within a given height.
const paper = `
  :where(body) { font: 0.9375rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
  :where(body:not([topmargin], [leftmargin], [marginwidth], [marginheight])) { margin: 20px; }
  :where(body:not([text])) { color: #171716; }
  :where(img) { max-width: 100%; }
  :where(img[style^="aspect-ratio:"]) { height: auto; }
  :where(img:not([width], [style^="width"], [style*=";width"], [style*="; width"])) { object-fit: contain; object-position: left; }
  :where(pre) { white-space: pre-wrap; }
  :where(body:not([link]) a[href]) { color: #0a7266; }
  /* The link of another app, whose URL no browser shows: it leads to a page of ours that asks first. */
  a[data-opens]::after { content: " (" attr(data-opens) ")"; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
  :where(blockquote) { margin: 0; margin-inline-start: 2px; padding-inline-start: 14px; border-inline-start: 2px solid #e7e4dd; }
  /* Mail written 600 px wide fits a narrower frame: the server marks what does not (data-wide). */
  @media (max-width: 599px) {
    table, div { max-width: 100%; min-width: 0 !important; }
    [data-wide="window"] { box-sizing: border-box !important; width: 100% !important; table-layout: auto !important; }
  }
  @media (max-width: 399px) {
    [data-wide="phone"] { box-sizing: border-box !important; width: 100% !important; table-layout: auto !important; }
  }`;
// A plain-text message has no colours of its own, so it takes those of the theme.
const ink = `
  body { color: light-dark(#171716, #f2f0eb); }
  a { color: light-dark(#0a7266, #3ccbb8); }
  @media print { :root { color-scheme: light; } }`;
const monospaced = "\n  :where(body) { font: 0.8125rem/1.6 ui-monospace, monospace; }";

interface Look {
  /** The origin of the image proxy; undefined: no remote image is loaded. */
  imagesFrom: string | undefined;
  /** Only for a plain-text message on the screen. */
  theme?: Theme;
  mono?: boolean;
}

/**
 * The document of a message's frame. HTML mail is written for a light background and always gets one; plain text
 * follows the theme. In a sandboxed frame 'self' matches no origin, so the policy names the image proxy's URL (threats
 * 22, 23).
 */
export const frameDocument = (content: string, { imagesFrom, theme, mono = false }: Look) => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:${imagesFrom === undefined ? "" : ` ${imagesFrom}${imageProxyPath}`}; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="${theme === "system" ? "light dark" : (theme ?? "light")}">
<base target="_blank">
<style>${paper}${theme === undefined ? "" : ink}${mono ? monospaced : ""}</style>
</head>
<body>${content}</body>
</html>`;

/** Whether the message shows remote images. */
export const hasRemoteImages = (content: string) => content.includes(imageProxyPath);
