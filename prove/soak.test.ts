import { afterAll, expect, it } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { scratchFolder } from "../bench/folders.ts";
import { broken } from "./proof.ts";
import { soak, unheard } from "./soak.ts";

afterAll(cleanUp);

it("announces all mail to every listener, and refuses no mail, connection or call", async () => {
  const short = { minutes: 0.08, rate: 50, connections: 50, sockets: 20, people: 3, companies: 5 };
  expect(broken(await soak(short, await scratchFolder("drawn")))).toEqual([]);
});

it("counts the events that each socket has not heard, whatever others have heard", () => {
  const heard = [["a"], [], ["a", "c", "b"]].map((ids) => new Map(ids.map((id) => [id, 0])));
  expect(unheard(heard, [["a", "c"], ["b"]])).toBe(2);
});
