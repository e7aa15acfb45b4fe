import { register } from "@mayfly/contracts";
import { expect, it } from "vitest";

it("refuses a code at once that is full of marks to be put in order", () => {
  const otp = `1${"\u0301".repeat(100_000)}${"\u0323".repeat(100_000)}`;
  const begin = performance.now();
  expect(register.verify_otp.input.safeParse({ signup_request: crypto.randomUUID(), otp }).success).toBe(false);
  expect(performance.now() - begin).toBeLessThan(200);
});
