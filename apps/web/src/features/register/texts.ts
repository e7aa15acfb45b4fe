export const registerScreenTexts = {
  personal: "Personal Details",
  company: "Company Details",
  back: "Back",
  next: "Next",
  previous: "Previous",
  create: "Create Account",
  creating: "Creating Account...",
  signIn: "Sign in here",
  failed: (message: string) => `Registration failed: ${message}`,
  withoutRequest: "Account created but verification failed. Please contact support.",
  http: (status: number, statusText: string) => `HTTP ${status}: ${statusText}`,
  serverError: (text: string) => `Server error: ${text}`,
} as const;

export const otpScreenTexts = {
  verify: "Verify Account",
  resend: "Resend OTP",
  backToRegistration: "Back to Registration",
} as const;
