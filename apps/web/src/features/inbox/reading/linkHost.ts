/** A link's host as the browser will look it up, in ASCII (Punycode), so that look-alike letters cannot deceive. */
export function linkHost(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && ["https:", "http:"].includes(parsed.protocol) ? parsed.host : undefined;
}
