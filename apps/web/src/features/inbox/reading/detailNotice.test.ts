import { expect, it } from "vitest";
import { NetworkFailure, Refused } from "../../../data/api.ts";
import { detailNotice } from "./detailNotice.ts";

it("a message that does not load shows one text for a refusal, and another for an error", () => {
  expect(detailNotice(new Refused({ status: 500, ok: false, body: { message: "network" } }))).toBe(
    "Failed to load email details",
  );
  expect(detailNotice(new NetworkFailure())).toBe("An error occurred while loading email details");
});
