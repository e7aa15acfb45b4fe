import { registerTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sortErrors } from "./serverErrors.ts";

it.each([
  ["Phone number is not valid", "phone_number"],
  ["Company phone is not valid", "phone_number"],
  [registerTexts.emailTaken, "email_address"],
  [registerTexts.companyEmailTaken, "company_email"],
  ["Company website is not reachable", "company_website"],
  ["Industry is unknown", "industry"],
  ["Company size is unknown", "company_size"],
  ["This company exists already", "company_name"],
])("assigns the error %j to its field (B67, P35)", (error, field) => {
  expect(sortErrors([error])).toEqual({ fields: { [field]: error }, others: [] });
});

it("keeps the first error of each field, and each error without a field once (B68, P36)", () => {
  expect(sortErrors(["Bad email", "foo", "Worse email", "bar", "foo"])).toEqual({
    fields: { email_address: "Bad email" },
    others: ["foo", "bar"],
  });
});
