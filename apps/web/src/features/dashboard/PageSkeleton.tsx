import { Skeleton } from "../../ui/Skeleton.tsx";

const cards = [1, 2, 3, 4];
const rows = [1, 2, 3, 4, 5];

/** A page of the dashboard that is not here yet: a title, something in a row, a list. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <div className="mb-6 flex items-start justify-between gap-4">
        <div className="space-y-2">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-4 w-56 max-w-full" />
        </div>
        <Skeleton className="h-9 w-32" />
      </div>
      <div className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        {cards.map((card) => (
          <Skeleton key={card} className="h-24" />
        ))}
      </div>
      <div className="divide-y divide-line rounded-card border border-line">
        {rows.map((row) => (
          <div key={row} className="space-y-2 p-4">
            <Skeleton className="h-4 w-64 max-w-full" />
            <Skeleton className="h-3.5 w-40 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
