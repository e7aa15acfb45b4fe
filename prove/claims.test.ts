import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { run } from "./claims.ts";
import { broken } from "./proof.ts";

afterAll(cleanUp);

it("has each message acknowledged by one of many workers, whoever is killed meanwhile (row R04)", async () => {
  const short = { messages: 200, workers: 8, rate: 40, kills: 2, lease: 2 };
  const args = Object.entries(short).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  expect(broken(await run(args))).toEqual([]);
});
