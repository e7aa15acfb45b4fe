import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { ServerProcess } from "./testing/server_process.ts";

it("exits with 0 if a server on an IPv6 address answers 200, and with 1 if it answers 503", async () => {
  const ask = async (statusCode: number) => {
    const server = createServer((_request, response) => response.writeHead(statusCode).end());
    await new Promise<void>((resolve) => server.listen(0, "::1", resolve));
    const PORT = String((server.address() as AddressInfo).port);
    const health = new ServerProcess({ HOST: "::1", PORT, ROLES: "web" }, "apps/server/src/healthcheck.ts");
    const code = await health.exit();
    server.close();
    return [code, health.errors];
  };
  expect(await Promise.all([ask(200), ask(503)])).toEqual([
    [0, ""],
    [1, "HTTP 503\n"],
  ]);
});
