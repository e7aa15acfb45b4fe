import { expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../testing/cpu_time.ts";
import { beginningOf } from "./beginning.ts";

it.each([
  ["what is nearly a boundary", "\r\n--".repeat(6_000_000)],
  ["files", "--b\r\nContent-Type: a/b\r\n\r\n\r\n".repeat(800_000)],
  [
    "multiparts within multiparts",
    Array.from(
      { length: 20 },
      (_, at) => `--b${at || ""}\r\nContent-Type: multipart/x; boundary=b${at + 1}\r\n\r\n`,
    ).join("") + "\n--b2\n".repeat(3_000_000),
  ],
  ["embedded images", "--b\r\nContent-Type: image/png\r\nContent-ID: <a>\r\n\r\n\r\n".repeat(400_000)],
  ["a header without end", `--b\r\nContent-Type:${" ".repeat(25_000_000)}`],
])("handles 25 MB of %s quickly (threat 16)", (_what, body) => {
  const raw = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${body}`);
  const begin = cpuTime();
  expect(beginningOf(raw).length).toBeLessThanOrEqual(128 * 1024);
  expect(usualTimeSince(begin)).toBeLessThan(500);
});
