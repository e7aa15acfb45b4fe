/** A placeholder for content that is loading. Its border is only visible where forced colours replace ours. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={`${className} animate-breathe rounded-base border border-transparent bg-line`} />
  );
}
