import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { ServerProcess } from "./testing/server_process.ts";

it("finds a server that listens on an IPv6 address", async () => {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "::1", resolve));
  const PORT = String((server.address() as AddressInfo).port);
  const health = new ServerProcess({ HOST: "::1", PORT, ROLES: "web" }, "apps/server/src/healthcheck.ts");
  expect(await health.exit(), health.errors).toBe(0);
  server.close();
});
