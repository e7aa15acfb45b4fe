/** The place of what is not here yet. Its border is seen where the system's colours replace ours. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={`${className} animate-breathe rounded-base border border-transparent bg-line`} />
  );
}
