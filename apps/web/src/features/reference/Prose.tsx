import { textShape } from "../../ui/TextButton.tsx";

/** The marks that the document's descriptions use: `code` and [a link](/to/it). */
const marks = /(`[^`]+`|\[[^\]]+\]\([^)\s]+\))/;

/** A description of the document, with its marks. */
export const Prose = ({ children }: { children: string }) =>
  children.split(marks).map((part, at) => {
    const [, text, href] = /^\[(.+)\]\((\/(?!\/).*|https:\/\/.*)\)$/.exec(part) ?? [];
    if (href !== undefined) {
      return (
        <a key={at} href={href} className={textShape}>
          {text}
        </a>
      );
    }
    if (part.length > 2 && part.startsWith("`") && part.endsWith("`")) return <Code key={at}>{part.slice(1, -1)}</Code>;
    return part;
  });

export const Code = ({ children }: { children: string }) => <code translate="no">{children}</code>;
