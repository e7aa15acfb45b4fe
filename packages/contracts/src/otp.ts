import * as z from "zod/mini";
import { limits } from "./limits.ts";

export const otpTexts = {
  invalidFormat: "Please enter a valid 6-digit OTP",
  invalidRequest: "Invalid verification request. Please try registering again.",
  wrong: "The code is wrong or no longer valid.",
  tooManyTries: "Too many wrong codes. Please request a new one.",
  otherBrowser:
    "This registration was started in another browser. Please also enter the password that was chosen there. If you did not register, you can ignore the code.",
  wrongPassword: "This is not the password that the registration was started with.",
  verified: "Account verified successfully! Redirecting to login...",
  sent: "OTP sent successfully! Please check your email.",
  wait: (seconds: number) =>
    `Please wait ${seconds} ${seconds === 1 ? "second" : "seconds"} before asking for a new code.`,
} as const;

/** A code as a person types it from a mail: also in full-width digits, as Japanese input writes them. */
export const givenOtp = z.string({ error: otpTexts.invalidFormat }).check(
  // First: normalising takes the square of the text's length.
  z.maxLength(100, { error: otpTexts.invalidFormat, abort: true }),
  z.normalize("NFKC"),
  z.trim(),
  z.length(limits.otpLength, { error: otpTexts.invalidFormat }),
);
