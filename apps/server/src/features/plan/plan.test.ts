import { planRefusals, planTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { testApp } from "../../testing/test_app.ts";
import { claimRoom, requireCurrentPlan } from "./plan.ts";

it("lets exactly N have room when a hundred ask at N-1 (design, invariant 4)", async () => {
  await using app = await testApp();
  const admin = await app.member("Administrator");
  await app.limit("webhook", { limit: 3 });
  const claim = (at: number) =>
    app.world.$transaction(async (tx) => {
      await claimRoom(tx, admin.company, "webhook", app.clock.now);
      const { company, name: owner } = admin;
      await tx.webhook.create({ data: { name: `w-${at}`, company, owner, url: "https://a.example", event: "x" } });
    });
  await claim(-1);
  await claim(-2);

  const answers = await Promise.allSettled(Array.from({ length: 100 }, (_, at) => claim(at)));

  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === "rejected") expect(answer.reason.message).toBe(planRefusals.webhook.full(3));
  }
  expect(await app.world.webhook.count()).toBe(3);
});

it("knows a feature that is not there before it counts (P15), and no limit by 0 or by the flag (J14, J15)", async () => {
  await using app = await testApp();
  const { company } = await app.member("Administrator");
  const claim = () => app.world.$transaction((tx) => claimRoom(tx, company, "team", app.clock.now));
  await app.limit("team", { available: true, unlimited: false, limit: 0 });
  await claim();
  await app.limit("team", { unlimited: true, limit: 1 });
  await claim();
  await app.limit("team", { limit: 1 });
  await expect(claim()).rejects.toMatchObject({ type: "ValidationError", message: planRefusals.team.full(1) });
  await app.limit("team", { available: false, unlimited: true, limit: 0 });
  await expect(claim()).rejects.toMatchObject({ type: "PermissionError", message: planRefusals.team.unavailable });
});

it("is good through the last day (P22)", async () => {
  await using app = await testApp();
  const { company } = await app.member("Administrator");
  await app.world.subscription.update({ where: { company }, data: { expiry_date: new Date("2027-01-31") } });
  const at = (instant: string) => requireCurrentPlan(app.world, company, new Date(instant));
  await at("2027-01-31T23:59:59Z");
  await expect(at("2027-02-01T00:00:00Z")).rejects.toMatchObject({ message: planTexts.expired });
  await app.world.subscription.update({ where: { company }, data: { plan: "starter" } });
  await at("2027-02-01T00:00:00Z");
});
