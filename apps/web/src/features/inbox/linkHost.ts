/** Where a link leads, as the browser will look it up: letters that only look like others show as what they are. */
export function linkHost(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed !== null && ["https:", "http:"].includes(parsed.protocol) ? parsed.host : undefined;
}
