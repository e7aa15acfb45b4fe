export const resetScreenTexts = {
  send: "Send Reset Link",
  tryAnother: "Try Another Email",
  backToLogin: "Back to Login",
  reset: "Reset Password",
  sent: "Check Your Email",
} as const;
