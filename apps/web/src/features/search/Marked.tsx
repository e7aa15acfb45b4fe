import { Fragment } from "react";

/** A text in parts, of which every second one is a word that was looked for. */
export function Marked({ parts }: { parts: readonly string[] }) {
  const pairs = Array.from({ length: Math.ceil(parts.length / 2) }, (_, pair) => pair * 2);
  return pairs.map((at) => (
    <Fragment key={at}>
      <span>{parts[at]}</span>
      {parts[at + 1] !== undefined && <mark className="rounded-small bg-gold-soft text-ink">{parts[at + 1]}</mark>}
    </Fragment>
  ));
}
