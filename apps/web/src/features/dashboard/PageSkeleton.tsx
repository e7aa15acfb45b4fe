import { Skeleton } from "../../ui/Skeleton.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";

const cards = [1, 2, 3, 4];

/** A page of the dashboard that is not here yet: a title, something in a row, a list. */
export function PageSkeleton() {
  return (
    <div>
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
      <div className="rounded-card border border-line">
        <SkeletonList rows={5} />
      </div>
    </div>
  );
}
