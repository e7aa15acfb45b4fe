export const planTabTexts = {
  loadFailed: (error: string) => `Error loading plan details: ${error}`,
  none: "No plan data available",
  neverExpires: "Never expires",
  price: (dollars: number) => `$${dollars}/month`,
  unlimited: "Unlimited",
  limit: (limit: number) => `Limit: ${limit}`,
  available: "Available",
  used: (usage: string) => `${usage} used`,
  usageFailed: "Your usage could not be loaded.",
} as const;

export const profileScreenTexts = {
  companyUpdated: "Company details updated successfully!",
  companyUnsaved: "Your changes are not saved. Please try again.",
  updateFailed: "Failed to update profile",
  updateNetwork: "Network error while updating profile",
  updateThrown: "An error occurred while updating profile",
} as const;

export const settingScreenTexts = {
  endKeys: "Also revoke my API keys",
  passwordFailed: "Failed to update password",
  passwordNetwork: "Network error updating password",
  passwordThrown: "An error occurred while updating password",
  preferencesFetchFailed: "Failed to fetch notification preferences",
  preferencesFetchNetwork: "Network error fetching notification preferences",
  preferencesUpdateFailed: "Failed to update notification preferences",
  preferencesUpdateNetwork: "Network error updating notification preferences",
  preferencesUpdateThrown: "An error occurred while updating notification preferences",
  preferencesEmpty: "No notification preferences available",
  preferencesEmptyHint: "Contact your administrator to set up notification preferences",
} as const;
