import { expect, it } from "vitest";
import { write } from "./body.ts";

it("writes nothing of an event that there is not, whatever its name", () => {
  for (const event of ["email.lost", "constructor"]) {
    expect(write({ event, creation: new Date(), test: false }, {})).toBeUndefined();
  }
});
