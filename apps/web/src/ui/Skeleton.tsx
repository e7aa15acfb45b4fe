export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`${className} animate-breathe rounded-base bg-line`} />;
}
