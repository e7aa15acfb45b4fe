import { type PlanFeature, plan } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

const on = async (plan_: "starter" | "professional" | "business", expiry_date?: string) => {
  const member = await app.member("Member");
  await app.rootDb.subscription.update({
    where: { company: member.company },
    data: { plan: plan_, ...(expiry_date && { expiry_date: new Date(expiry_date) }) },
  });
  const { body } = await member.call(plan.get_company_plan);
  return body.message;
};
const counted = (limit: number) => ({ available: 1, unlimited: limit === 0 ? 1 : 0, limit });
const off = { available: 0, unlimited: 0, limit: 0 };
const switched = { available: 1, unlimited: 0, limit: 0 };
const matrix = (features: PlanFeature[]) =>
  Object.fromEntries(
    features.map(({ feature, available, unlimited, limit }) => [feature, { available, unlimited, limit }]),
  );

it("answers the price, expiry and features of Starter (K17, L12, L13, P12 to P14, P120, P121)", async () => {
  const message = await on("starter", "2020-01-01");
  expect(message).toMatchObject({
    plan: "Starter",
    price: 0,
    non_expiry_plan: 1,
    expiry_date: "",
    forced_expiry: 86_400,
  });
  expect(message.company).toContain("Company");
  expect(matrix(message.features)).toEqual({
    email: counted(5),
    team: counted(3),
    webhook: counted(1),
    domain: off,
    public_email: off,
    email_expiry: off,
    api: off,
  });
  for (const { label, description } of message.features) expect(label && description).toBeTruthy();
});

it("lets the operator say what a plan has of a later feature (row Q01)", async () => {
  const row = { feature: "api", label: "API", description: "For programs", unlimited: false, limit: 0 } as const;
  await app.rootDb.planFeature.create({ data: { ...row, plan: "starter", available: true } });
  expect(matrix((await on("starter")).features)["api"]).toEqual(switched);
  await app.rootDb.planFeature.deleteMany({ where: { feature: "api" } });
});

it("answers the price, expiry and features of Professional and Business (J20, J21, J25, J28, P14, P21, P120, Q01)", async () => {
  const professional = await on("professional", "2027-01-31");
  expect(professional).toMatchObject({
    plan: "Professional",
    price: 49,
    non_expiry_plan: 0,
    expiry_date: "2027-01-31",
  });
  expect(matrix(professional.features)).toEqual({
    email: counted(0),
    team: counted(10),
    webhook: counted(10),
    domain: counted(10),
    public_email: switched,
    email_expiry: switched,
    api: switched,
  });
  const business = await on("business");
  expect(business).toMatchObject({
    plan: "Business",
    price: 199,
    non_expiry_plan: 0,
    expiry_date: "",
    forced_expiry: null,
  });
  expect(matrix(business.features)).toEqual({
    email: counted(0),
    team: counted(0),
    webhook: counted(0),
    domain: counted(0),
    public_email: counted(0),
    email_expiry: counted(0),
    api: switched,
  });
});
