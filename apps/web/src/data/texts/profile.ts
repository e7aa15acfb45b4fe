export const profileLoadTexts = {
  failed: "Failed to fetch profile",
  network: "Network error while fetching profile",
} as const;
