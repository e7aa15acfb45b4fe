export const teamScreenTexts = {
  invitationFailed: "Invitation Failed",
  upgradeRequired: "Upgrade Required",
  upgradeHint: "Team limit reached. Upgrade your plan to activate more members.",
  fetchFailed: "Failed to fetch team members",
  fetchNetwork: "Network error fetching team members",
  empty: "No team members found",
  emptyHint: "Invite your first team member to get started",
  unlimited: "Unlimited team members",
  limitReached: "Limit Reached",
  unknownActivity: "Unknown",
} as const;
