import type { Profile } from "@mayfly/contracts";
import type { ReactNode } from "react";
import { useProfileQuery } from "../../profile.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** What needs the profile, once it is here. */
export function ProfileLoader({ children }: { children: (profile: Profile) => ReactNode }) {
  const { data, error } = useProfileQuery();
  if (data !== undefined) return children(data);
  // What stands around the page says so, and asks again.
  if (error !== null) return null;
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
