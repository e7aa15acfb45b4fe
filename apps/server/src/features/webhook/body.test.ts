import { expect, it } from "vitest";
import { write } from "./body.ts";

it("writes no body for an unknown event, even one named like an object's property", () => {
  for (const event of ["email.lost", "constructor"]) {
    expect(write({ event, creation: new Date(), test: false }, {})).toBeUndefined();
  }
});
