import { profile } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { call, NetworkFailure } from "./api.ts";
import { profileKey } from "./queries.ts";
import { storedUser } from "./session.ts";
import { profileLoadTexts } from "./texts/profile.ts";

export const useProfileQuery = () => useQuery({ queryKey: profileKey, queryFn: () => call(profile.get_profile, {}) });

/** The text that says why the profile could not be loaded. */
export const profileFailure = (error: unknown) =>
  error instanceof NetworkFailure ? profileLoadTexts.network : profileLoadTexts.failed;

export const useProfile = () => useProfileQuery().data;

/** False for Members, and until the role is known (P50). */
export const useIsAdministrator = () => useProfile()?.role === "Administrator";

/** The current user's email, from what login stored until the profile is here. */
export function useOwnEmail(): string {
  const profile = useProfile();
  return profile?.email ?? storedUser()?.email ?? "";
}
