import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it, vi } from "vitest";
import { cleanUp } from "../bench/cleanup.ts";
import { People } from "./people.ts";

afterAll(cleanUp);

it("counts calls that hang, before or within their answer, apart from those that are refused", async () => {
  const { timeout } = AbortSignal;
  using timeouts = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 50));
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    if (calls % 2 === 0) response.write("[");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const people = new People(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, [""]);
  await expect.poll(() => people.hung).toBeGreaterThan(1);
  server.close();
  server.closeAllConnections();
  // From the next call on the real timeout leaves time for a refused connection, however busy the machine.
  timeouts.mockRestore();
  const before = people.statuses.get(0) ?? 0;
  await expect.poll(() => people.statuses.get(0)).toBeGreaterThan(before);
  const { hung } = people;
  await expect.poll(() => people.statuses.get(0)).toBeGreaterThan(before + 1);
  await people.stop();
  expect(people.hung).toBe(hung);
});
