import type { PlanFeature } from "@mayfly/contracts";
import { describe, expect, it } from "vitest";
import { featureOf } from "./plan.ts";

const feature = (available: 0 | 1, unlimited: 0 | 1, limit: number) => ({
  features: [{ feature: "email", available, unlimited, limit, label: "", description: "" } satisfies PlanFeature],
});

describe("featureOf (P15, P16, J14, J15)", () => {
  it.each([
    ["missing", feature(0, 0, 0), { available: false, unlimited: false }],
    ["missing, whatever else it says", feature(0, 1, 7), { available: false, unlimited: false }],
    ["unlimited by its limit of 0", feature(1, 0, 0), { available: true, unlimited: true }],
    ["unlimited by its flag", feature(1, 1, 5), { available: true, unlimited: true }],
    ["limited", feature(1, 0, 5), { available: true, unlimited: false, limit: 5 }],
    ["missing from the list", { features: [] }, { available: false, unlimited: false }],
  ])("is %s", (_, company, allowance) => {
    expect(featureOf(company, "email")).toMatchObject(allowance);
  });
});
