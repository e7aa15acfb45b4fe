import { expect, it } from "vitest";
import { Refusal } from "../../refusal.ts";
import { hashPassword, passwordMatches } from "./session.ts";

it("compares passwords of sources in turn, and limits how many of one source wait (threat 36)", async () => {
  const hash = await hashPassword("right");
  let compared = 0;
  const compare = async () => {
    await passwordMatches(hash, "wrong", "192.0.2.1");
    compared += 1;
  };
  const many = Promise.allSettled(Array.from({ length: 70 }, compare));
  expect(await passwordMatches(hash, "right", "192.0.2.2")).toBe(true);
  expect(compared).toBeLessThan(6);
  const refused = (await many).flatMap((one) => (one.status === "rejected" ? one.reason : []));
  expect(refused).toEqual(Array(18).fill(expect.any(Refusal)));
  expect(refused[0]).toMatchObject({ type: "TooManyRequests", retryAfter: 1 });
});
