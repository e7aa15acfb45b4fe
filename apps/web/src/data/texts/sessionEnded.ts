/** Over a page whose session has ended. */
export const sessionEndedTexts = {
  title: "Your session has ended",
  another: "Use another account",
} as const;
