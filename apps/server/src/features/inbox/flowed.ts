/** A text before its lines were wrapped (format=flowed, RFC 3676): each paragraph in a line, behind its quote marks. */
export function unflowed(text: string, delsp: boolean): string {
  const paragraphs: string[] = [];
  /** How deep the paragraph is quoted that goes on. */
  let open: number | undefined;
  for (const line of text.split(/\r?\n/)) {
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
