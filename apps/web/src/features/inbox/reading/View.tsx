import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { detailNotice } from "./detailNotice.ts";

/** A box that scrolls, and so must be reachable by the keyboard. */
export const Paper = ({
  label,
  className = "p-4",
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    tabIndex={0}
    className={`max-h-150 overflow-auto rounded-card border border-line bg-surface text-13 focus-visible:-outline-offset-2 ${className}`}
  >
    {children}
  </section>
);

export interface ViewProps<Data> extends UseQueryOptions<Data> {
  children: (data: Data) => ReactNode;
}

/** Loads its data when it is first shown. */
export function View<Data>({ children, ...query }: ViewProps<Data>) {
  const { data, error, isFetching, refetch } = useQuery<Data>(query);
  if (data !== undefined) return children(data);
  if (error !== null && !isFetching) {
    return <ErrorState text={detailNotice(error)} onRetry={() => void refetch()} />;
  }
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-150 w-full" />
    </div>
  );
}
