import { connect, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { type TestApp, testApp } from "../testing/test_app.ts";

/** Opens a connection, sends a request, and keeps it open. @returns undefined if the server closed it instead */
async function keep(app: TestApp, localAddress = "127.0.0.1"): Promise<Socket | undefined> {
  const socket = connect({ port: Number(new URL(app.url).port), host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined);
  socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once("data", () => resolve(true)).once("close", () => resolve(false));
  return (await promise) ? socket : undefined;
}

it("limits the connections of one address without affecting other addresses (threat 9)", async () => {
  await using app = await testApp({ HTTP_MAX_CONNECTIONS_PER_ADDRESS: "2" });
  const [first, second] = [await keep(app), await keep(app)];
  expect([first, second]).not.toContain(undefined);
  expect(await keep(app)).toBeUndefined();
  const other = await keep(app, "127.0.0.2");
  expect(other).toBeDefined();
  first?.destroy();
  await expect.poll(() => keep(app)).toBeDefined();
});

it("does not limit connections per address behind a trusted proxy", async () => {
  await using app = await testApp({ HTTP_MAX_CONNECTIONS_PER_ADDRESS: "1", TRUST_PROXY: "loopback" });
  expect([await keep(app), await keep(app), await keep(app)]).not.toContain(undefined);
});

it("closes idle kept-alive connections in favour of new ones when there are too many (threat 9)", async () => {
  await using app = await testApp({ HTTP_MAX_CONNECTIONS: "2" });
  const kept = [await keep(app, "127.0.0.2"), await keep(app, "127.0.0.3")];
  expect(kept).not.toContain(undefined);
  expect(await keep(app)).toBeUndefined();
  await expect.poll(() => kept.every((socket) => socket?.closed)).toBe(true);
  expect(await keep(app)).toBeDefined();
});

it("closes connections without a complete request in favour of new ones when there are too many (threat 9)", async () => {
  await using app = await testApp({ HTTP_MAX_CONNECTIONS: "2" });
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const silent = ["", "GET /healthz HTTP/1.1\r\n"].map((said) => {
    const socket = connect({ port: Number(new URL(app.url).port), host: "127.0.0.1" });
    socket.on("error", () => undefined);
    socket.write(said);
    return socket;
  });
  // The silent connections may not have reached the server yet.
  await expect.poll(async () => (await keep(app))?.destroy()).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  await expect.poll(() => keep(app)).toBeDefined();
  await expect.poll(() => silent.every(({ closed }) => closed)).toBe(true);
});
