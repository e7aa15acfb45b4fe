import type { Profile } from "@mayfly/contracts";
import type { ReactNode } from "react";
import { profileFailure, useProfileQuery } from "../../data/profile.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** Renders what needs the profile, once the profile has loaded. */
export function ProfileLoader({ children }: { children: (profile: Profile) => ReactNode }) {
  const { data, error, refetch } = useProfileQuery();
  if (data !== undefined) return children(data);
  if (error !== null) {
    return (
      <section className="max-w-160 rounded-card border border-line bg-surface">
        <ErrorState text={profileFailure(error)} onRetry={() => void refetch()} />
      </section>
    );
  }
  return (
    <div role="status" aria-label="Loading" className="max-w-160 space-y-5 rounded-card border border-line p-5">
      {["a", "b", "c"].map((row) => (
        <div key={row} className="space-y-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-10 w-full" />
        </div>
      ))}
    </div>
  );
}
