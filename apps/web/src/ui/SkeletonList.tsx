import { Skeleton } from "./Skeleton.tsx";

/** A list of so many rows of two lines that is not here yet. */
export function SkeletonList({ rows }: { rows: number }) {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="space-y-2 p-4">
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="h-3.5 w-40 max-w-full" />
        </div>
      ))}
    </div>
  );
}
