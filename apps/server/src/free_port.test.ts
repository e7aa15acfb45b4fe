import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it, vi } from "vitest";
import { freePort } from "./free_port.ts";

it("finds a port that nobody has, below those that systems give out by themselves", async () => {
  const random = vi.spyOn(Math, "random");
  const port = await freePort();
  expect(port).toBeLessThan(32_768);
  const taken = createServer().listen(port, "127.0.0.1");
  await once(taken, "listening");
  random.mockReturnValueOnce(random.mock.results.at(-1)?.value);
  expect(await freePort()).not.toBe(port);
  taken.close();
  random.mockRestore();
});
