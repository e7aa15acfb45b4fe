/** Texts that belong to no single feature; a feature's own stand in its file. */
export const texts = {
  unexpected: "An unexpected error occurred",
  emailRequired: "Email is required",
  emailInvalid: "Please enter a valid email address",
  websiteInvalid: "Please enter a valid website address",
  passwordRequired: "Password is required",
  networkError: "Network error: Unable to connect to server",
  notLoggedIn: "Please log in to continue.",
  forbidden: "You are not permitted to do this.",
  notFound: "Not found",
  noSuchCall: "There is no such call",
  tooLarge: "The request is too large.",
  tooSlow: "This search took too long. Please narrow it down.",
  /** @param seconds until it is allowed again */
  tooManyRequests: (seconds: number) => `Too many requests. Please try again in ${inWords(seconds)}.`,
  tooLong: (name: string, max: number) => `${name} must be at most ${max} characters long`,
  /** Shown while the live connection is down. `missed` names what does not arrive, and begins a sentence. */
  offline: (missed: string) => `You are offline. ${missed} appears as soon as you are back.`,
  reconnecting: (missed: string) => `Reconnecting. ${missed} appears as soon as the connection is back.`,
  tooManyTabs: (missed: string) => `Open in too many tabs: ${missed.toLowerCase()} appears when you refresh.`,
  unavailable: "The service is not available at the moment. Please try again shortly.",
} as const;

function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 60 ? [Math.max(1, Math.ceil(seconds)), "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
