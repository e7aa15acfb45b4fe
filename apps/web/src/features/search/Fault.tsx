interface Props {
  q: string;
  place: { position: number; length: number };
  /** Why it cannot be understood. */
  text: string;
}

/** Characters of the query that are shown before and after what is wrong. */
const around = 60;

/** A query that cannot be understood, with the place. */
export function Fault({ q, place: { position, length }, text }: Props) {
  const end = position + length;
  const before = q.slice(Math.max(0, position - around), position);
  const wrong = q.slice(position, end);
  return (
    <div id="search-fault" role="alert" className="mt-2 text-13">
      <p translate="no" dir="auto" className="font-mono wrap-anywhere whitespace-pre-wrap text-ink-soft">
        {position > around && "…"}
        {before}
        <span className="text-red-ink underline decoration-wavy underline-offset-4">
          {wrong.length > around ? `${wrong.slice(0, around)}…` : wrong}
        </span>
        {q.slice(end, end + around)}
        {q.length > end + around && "…"}
      </p>
      <p className="mt-1 text-red-ink">{text}</p>
    </div>
  );
}
