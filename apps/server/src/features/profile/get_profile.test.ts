import { profile } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

it("answers only the member's own details and their company's (K12, L11)", async () => {
  const member = await app.member("Administrator");
  const { body } = await member.call(profile.get_profile);
  expect(body.message).toEqual({
    full_name: expect.stringContaining("Administrator"),
    email: member.name,
    company_name: expect.stringContaining("Company"),
    role: "Administrator",
    company: {
      company_size: "1-10",
      industry: "Software",
      company_website: "",
      company_phone: "",
      company_email: expect.stringContaining("@company.example"),
    },
  });
});

it("refuses guests (K51)", async () => {
  const answer = await app.guest.call(profile.get_profile);
  expect(answer.status).toBe(401);
  expect(answer.body.exc_type).toBe("AuthenticationError");
});
