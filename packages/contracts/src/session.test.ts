import { expect, it } from "vitest";
import { AnsweredRole, Role } from "./session.ts";

it("an Admin in an answer is an Administrator; nobody is asked to be one by that name (P50)", () => {
  expect(AnsweredRole.parse("Admin")).toBe("Administrator");
  expect(AnsweredRole.parse("Member")).toBe("Member");
  expect(AnsweredRole.safeParse("Owner").success).toBe(false);
  expect(Role.safeParse("Admin").success).toBe(false);
});
