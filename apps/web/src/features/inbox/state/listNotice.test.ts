import { describe, expect, it } from "vitest";
import { NetworkFailure, Refused } from "../../../data/api.ts";
import { listNotice } from "./listNotice.ts";

const refused = (message?: string, status = 500) => new Refused({ status, ok: false, body: { message } });

describe("listNotice", () => {
  it.each(["network down", "Server is away", "No connection", "Timeout", "UNAUTHORIZED", "Forbidden fruit"])(
    "shows a refusal that holds a keyword: %s",
    (text) => {
      expect(listNotice(refused(text))).toBe(text);
    },
  );

  it("shows nothing for other refusals and for those without a text", () => {
    expect(listNotice(refused("foo"))).toBeUndefined();
    expect(listNotice(refused())).toBeUndefined();
  });

  it("shows a text for a network failure, and another for any other error", () => {
    expect(listNotice(new NetworkFailure())).toBe("Network error: Unable to connect to server");
    expect(listNotice(new TypeError("x"))).toBe("An unexpected error occurred while loading emails");
  });
});
