export const loginTexts = {
  submit: "Sign in",
  submitting: "Signing in...",
  forgot: "Forgot?",
  createOne: "Create one",
  ended: "Your session has ended. Sign in again.",
} as const;
