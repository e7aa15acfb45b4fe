import { companySizes, profile, profileTexts, registerTexts, texts } from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";

describe("update_profile", () => {
  let app: TestApp;
  let admin: TestMember;
  beforeAll(async () => {
    app = await testApp();
    admin = await app.member("Administrator");
  });
  afterAll(() => app[Symbol.asyncDispose]());
  const update = (input: Record<string, string>, by = admin) =>
    by.fetch(profile.update_profile.path, { method: "POST", body: new URLSearchParams(input) });
  const read = async (by = admin) => (await by.call(profile.get_profile)).body.message;

  it("changes the given fields and leaves the rest unchanged (K13, H05, H43, P83)", async () => {
    const before = await read();
    expect((await update({ full_name: " Grace Hopper " })).body.message).toEqual({
      success: true,
      message: profileTexts.updated,
    });
    expect(await read()).toEqual({ ...before, full_name: "Grace Hopper" });
    const company = {
      company_size: "51-200",
      industry: "Computing",
      company_website: "https://navy.example/",
      company_phone: "+1 (555) 123-4567",
      company_email: "hello@navy.example",
    };
    await update(company);
    expect(await read()).toEqual({ ...before, full_name: "Grace Hopper", company });
  });

  it("accepts blank company details in more than one company (H38)", async () => {
    const blank = { company_size: "", industry: "", company_website: "", company_phone: "", company_email: "" };
    for (const by of [admin, await app.member("Administrator")]) {
      expect((await update({ ...blank, industry: "\u0000", company_email: " " }, by)).status).toBe(200);
      expect((await read(by)).company).toEqual(blank);
    }
  });

  it("accepts a company name, but says that it cannot be changed (P84)", async () => {
    const before = await read();
    const { updated, updatedWithoutCompany, companyCannotChange } = profileTexts;
    const said = async (input: Record<string, unknown>) => {
      const { status, body } = await admin.call(profile.update_profile, input);
      return [status, body.message];
    };
    for (const company_name of ["Other", "x".repeat(200), 5, {}]) {
      expect(await said({ company_name })).toEqual([200, { success: false, message: companyCannotChange }]);
    }
    const both = { full_name: "Grace", company_name: "Other" };
    expect(await said(both)).toEqual([200, { success: true, message: updatedWithoutCompany }]);
    // What a client sends that sends every field.
    for (const company_name of [before.company_name, "", null]) {
      expect(await said({ full_name: "Ada", company_name })).toEqual([200, { success: true, message: updated }]);
    }
    expect(await read()).toEqual({ ...before, full_name: "Ada" });
  });

  it("lets a Member change their own name, but not the company's details (P54)", async () => {
    const member = await app.member("Member", admin.company);
    expect((await update({ full_name: "Max" }, member)).status).toBe(200);
    expect((await update({ industry: "x" }, member)).status).toBe(403);
    expect((await update({ full_name: "Moritz", industry: "x" }, member)).status).toBe(403);
    expect((await read(member)).full_name).toBe("Max");
  });

  it("refuses a company email that another company has", async () => {
    const other = await app.member("Administrator");
    await update({ company_email: "taken@navy.example" }, other);
    expect(await update({ company_email: "Taken@navy.example" })).toMatchObject({
      status: 417,
      body: { message: registerTexts.companyEmailTaken },
    });
  });

  it.each([
    [{ full_name: " " }, profileTexts.fullNameRequired],
    [{ full_name: "\u0000" }, profileTexts.fullNameRequired],
    [{ full_name: "x".repeat(141) }, texts.tooLong("Full name", 140)],
    [{ company_email: "abc" }, texts.emailInvalid],
    [{ company_email: `${"x".repeat(250)}@navy.example` }, texts.emailInvalid],
    [{ company_website: "javascript:alert(1)" }, texts.websiteInvalid],
    [{ company_phone: "1".repeat(41) }, texts.tooLong("Phone number", 40)],
    [{ industry: "x".repeat(141) }, texts.tooLong("Industry", 140)],
  ])("refuses %j: %s", async (input, text) => {
    expect(await update(input)).toMatchObject({ status: 417, body: { message: text } });
  });

  it("accepts the six company sizes and no other (H42)", async () => {
    for (const company_size of companySizes) {
      expect((await update({ company_size })).status).toBe(200);
      expect((await read()).company).toMatchObject({ company_size });
    }
    expect((await update({ company_size: "7" })).status).toBe(417);
  });
});
