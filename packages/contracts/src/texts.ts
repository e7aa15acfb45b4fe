/** Texts that belong to no single feature; a feature's own stand in its file. */
export const texts = {
  unexpected: "An unexpected error occurred",
  emailRequired: "Email is required",
  emailInvalid: "Please enter a valid email address",
  passwordRequired: "Password is required",
  networkError: "Network error: Unable to connect to server",
  notLoggedIn: "Please log in to continue.",
  forbidden: "You are not permitted to do this.",
  notFound: "Not found",
  tooLarge: "The request is too large.",
  tooManyRequests: "Too many requests. Please try again in a moment.",
  unavailable: "The service is not available at the moment. Please try again shortly.",
} as const;
