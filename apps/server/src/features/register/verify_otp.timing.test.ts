import { register } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../../testing/cpu_time.ts";

it("refuses a code with 200,000 combining marks quickly", () => {
  const otp = `1${"\u0301".repeat(100_000)}${"\u0323".repeat(100_000)}`;
  const begin = cpuTime();
  expect(register.verify_otp.input.safeParse({ signup_request: crypto.randomUUID(), otp }).success).toBe(false);
  expect(usualTimeSince(begin)).toBeLessThan(200);
});
