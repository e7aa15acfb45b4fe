import { Skeleton } from "./Skeleton.tsx";

/** A placeholder for a list that is loading, with so many rows of two lines. */
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
