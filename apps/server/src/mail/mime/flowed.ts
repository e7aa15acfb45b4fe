/** Undoes the line wrapping of format=flowed (RFC 3676): each paragraph becomes one line, after its quote marks. */
export function unflowed(text: string, delsp: boolean): string {
  const paragraphs: string[] = [];
  /** The quote depth of the paragraph that the next line continues, if any. */
  let open: number | undefined;
  for (const line of text.split(/\r\n?|\n/)) {
    const depth = line.search(/[^>]|$/);
    const content = line.slice(line[depth] === " " ? depth + 1 : depth);
    const isSignature = content === "-- ";
    const flows = content.endsWith(" ") && !isSignature;
    const own = flows && delsp ? content.slice(0, -1) : content;
    if (depth === open && !isSignature) paragraphs.push(paragraphs.pop() + own);
    else paragraphs.push(depth === 0 ? own : `${">".repeat(depth)} ${own}`);
    open = flows ? depth : undefined;
  }
  return paragraphs.join("\n");
}
