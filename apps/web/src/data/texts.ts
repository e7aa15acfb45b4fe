export const addressTexts = {
  copied: "Email copied to clipboard!",
  copyFailed: "Failed to copy email to clipboard",
  active: "Active",
  expired: "Expired",
  expiresNever: "Expires Never",
  expiresToday: "Expires today",
  expiresTomorrow: "Expires tomorrow",
  expiresIn: (days: number) => `Expires in ${days} days`,
} as const;

export const timeTexts = {
  invalidDate: "Invalid date",
  unknownTime: "Unknown time",
} as const;

export const profileLoadTexts = {
  failed: "Failed to fetch profile",
  network: "Network error while fetching profile",
} as const;

export const connectionTexts = {
  networkError: "Network error: Unable to connect to server",
  /** Shown while the live connection is down. `missed` names what does not arrive, and begins a sentence. */
  offline: (missed: string) => `You are offline. ${missed} appears as soon as you are back.`,
  reconnecting: (missed: string) => `Reconnecting. ${missed} appears as soon as the connection is back.`,
  tooManyTabs: (missed: string) => `Open in too many tabs: ${missed.toLowerCase()} appears when you refresh.`,
} as const;
