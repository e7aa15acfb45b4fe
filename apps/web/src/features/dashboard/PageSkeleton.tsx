import { Skeleton } from "../../ui/Skeleton.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";

const cards = [1, 2, 3, 4];

/** Stands for a dashboard page that is loading: a title and a list, or, for the first page, cards and two lists. */
export function PageSkeleton({ first }: { first: boolean }) {
  const list = (
    <div className="rounded-card border border-line">
      <SkeletonList rows={5} />
    </div>
  );
  return (
    <div>
      <div className="mb-6 flex items-start justify-between gap-4">
        <div className="space-y-2">
          <Skeleton className="h-7 w-40" />
          {!first && <Skeleton className="h-4 w-56 max-w-full" />}
        </div>
        <Skeleton className="h-9 w-32" />
      </div>
      {first ? (
        <div className="space-y-4 lg:space-y-6">
          <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
            {cards.map((card) => (
              <div key={card} data-skeleton-card="">
                <Skeleton className="h-24" />
              </div>
            ))}
          </div>
          <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
            {list}
            {list}
          </div>
        </div>
      ) : (
        list
      )}
    </div>
  );
}
