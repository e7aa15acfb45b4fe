import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { slowdown } from "../testing/cpu_time.ts";
import { testApp } from "../testing/test_app.ts";

it("lets 700 browsers connect at once within a second", async () => {
  await using app = await testApp({ ROLES: "web" });
  const begin = performance.now();
  const sockets = Array.from({ length: 700 }, () => connect(Number(new URL(app.url).port), "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  // The kernel repeats a connection that the queue has no room for after a second.
  const milliseconds = performance.now() - begin;
  expect(milliseconds / slowdown()).toBeLessThan(1_000);
  for (const socket of sockets) socket.destroy();
});
