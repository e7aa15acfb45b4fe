import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { sharedApp } from "../testing/test_app.ts";

const app = sharedApp();

it.concurrent.each([
  ["head", "POST /api/method/login HTTP/1.1\r\nHost: x\r\nX-Long: "],
  [
    "body",
    "POST /api/method/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
  ],
])(
  "ends a request whose %s drips in after about half a minute (threat 48)",
  async (_what, beginning) => {
    const begun = performance.now();
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    socket.write(beginning);
    const drip = setInterval(() => socket.write("x"), 500);
    // Bytes written after the server has closed the connection make it fail with a reset.
    const answer = await text(socket).catch(() => "");
    clearInterval(drip);
    const seconds = (performance.now() - begun) / 1000;
    expect(answer).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
    expect(seconds).toBeGreaterThan(29);
    // By default Node waits for a minute.
    expect(seconds).toBeLessThan(55);
  },
  90_000,
);
