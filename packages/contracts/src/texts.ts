/** Texts that belong to no single feature; a feature's own stand in its file. */
export const texts = {
  unexpected: "An unexpected error occurred",
  emailRequired: "Email is required",
  emailInvalid: "Please enter a valid email address",
  websiteInvalid: "Please enter a valid website address",
  passwordRequired: "Password is required",
  notLoggedIn: "Please log in to continue.",
  forbidden: "You are not permitted to do this.",
  notFound: "Not found",
  noSuchCall: "No such endpoint",
  tooLarge: "The request is too large.",
  tooSlow: "This search took too long. Please narrow it down.",
  /** @param seconds until it is allowed again */
  tooManyRequests: (seconds: number) => `Too many requests. Please try again in ${inWords(seconds)}.`,
  tooLong: (name: string, max: number) => `${name} must be at most ${max} characters long`,
  unavailable: "The service is not available at the moment. Please try again shortly.",
} as const;

function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 60 ? [Math.max(1, Math.ceil(seconds)), "second"] : [Math.ceil(seconds / 60), "minute"];
  return counted(count, unit);
}

/** A number and what is counted, whose plural ends with an s. */
export const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
