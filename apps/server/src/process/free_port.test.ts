import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "./free_port.ts";

it("finds a port from 10,000 to 32,767 that is not in use, and another one on the next call", async () => {
  const port = await freePort();
  expect(port).toBeGreaterThanOrEqual(10_000);
  expect(port).toBeLessThan(32_768);
  // Other processes may already listen on some of them.
  const soon = Array.from({ length: 5 }, (_, no) => 10_000 + ((port + 1 + no - 10_000) % 22_000));
  const taken = await Promise.all(
    soon.map(async (one) => {
      const server = createServer().listen(one, "127.0.0.1");
      await once(server, "listening").catch(() => undefined);
      return server;
    }),
  );
  const other = await freePort();
  expect([port, ...soon]).not.toContain(other);
  for (const server of taken) server.close();
});
