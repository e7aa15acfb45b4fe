export const connectionTexts = {
  networkError: "Network error: Unable to connect to server",
} as const;
