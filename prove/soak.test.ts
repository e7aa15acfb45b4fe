import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { scratchFolder } from "../bench/folders.ts";
import { broken } from "./proof.ts";
import { soak, unheard } from "./soak.ts";

afterAll(cleanUp);

it("tells everybody of all mail, and refuses none and nobody", async () => {
  const short = { minutes: 0.08, rate: 50, connections: 50, sockets: 20, people: 3, companies: 5 };
  expect(broken(await soak(short, await scratchFolder("drawn")))).toEqual([]);
}, 60_000);

it("counts what each socket has not heard of, whatever others have", () => {
  const heard = [["a"], [], ["a", "c", "b"]].map((ids) => new Map(ids.map((id) => [id, 0])));
  expect(unheard(heard, [["a", "c"], ["b"]])).toBe(2);
});
