/** Where a link leads, as the browser will look it up: letters that only look like others show as what they are. */
export function linkHost(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && ["https:", "http:"].includes(parsed.protocol) ? parsed.host : undefined;
}
