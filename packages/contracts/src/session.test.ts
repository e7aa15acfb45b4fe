import { expect, it } from "vitest";
import { AnsweredRole, Role } from "./session.ts";

it("reads Admin in an answer as Administrator, and refuses Admin in a request (P50)", () => {
  expect(AnsweredRole.parse("Admin")).toBe("Administrator");
  expect(AnsweredRole.parse("Member")).toBe("Member");
  expect(AnsweredRole.safeParse("Owner").success).toBe(false);
  expect(Role.safeParse("Admin").success).toBe(false);
});
