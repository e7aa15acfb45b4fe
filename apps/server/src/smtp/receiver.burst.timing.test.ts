import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { slowdown } from "../testing/cpu_time.ts";
import { receiver } from "../testing/receiver.ts";

it("greets 700 clients that connect at once within a second", async () => {
  await using server = await receiver({ SMTP_MAX_CONNECTIONS_PER_ADDRESS: "1000" });
  const begin = performance.now();
  const sockets = Array.from({ length: 700 }, () => connect(server.app.smtpPort, "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "data")));
  // The kernel repeats a connection that the queue has no room for after a second.
  const milliseconds = performance.now() - begin;
  expect(milliseconds / slowdown()).toBeLessThan(1_000);
  for (const socket of sockets) socket.destroy();
});
