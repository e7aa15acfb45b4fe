import { type Profile, profile } from "@mayfly/contracts";
import { useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/mini";
import { call } from "../../data/api.ts";
import { profileKey } from "../../data/queries.ts";

type Change = input<typeof profile.update_profile.input>;

/** Saves a part of the profile and shows it everywhere at once. */
export function useProfileChange() {
  const queries = useQueryClient();
  return async (change: Change, changed: (profile: Profile) => Profile) => {
    await call(profile.update_profile, change, { as: "form" });
    queries.setQueryData<Profile>(profileKey, (known) => known && changed(known));
    // A profile that is being fetched may not contain the change yet.
    void queries.refetchQueries({ queryKey: profileKey, fetchStatus: "fetching" });
  };
}
