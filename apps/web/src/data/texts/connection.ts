export const connectionTexts = {
  networkError: "Network error: Unable to connect to server",
  /** Shown while the live connection is down. `missed` names what does not arrive, and begins a sentence. */
  offline: (missed: string) => `You are offline. ${missed} appears when you are back.`,
  reconnecting: (missed: string) => `Reconnecting. ${missed} appears when you are back.`,
  tooManyTabs: (missed: string) => `Open in too many tabs: ${missed.toLowerCase()} appears when you refresh.`,
} as const;
