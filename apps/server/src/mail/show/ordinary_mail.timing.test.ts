import { expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../../testing/cpu_time.ts";
import { readOrdinary } from "./ordinary_mail.ts";

it("leaves a long, nearly valid base64 text to the parser quickly (threat 16)", () => {
  const head = "From: a@b.example\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n";
  const begin = cpuTime();
  expect(readOrdinary(Buffer.from(`${head}${"\r\n".repeat(60_000)}!`))).toBeUndefined();
  expect(usualTimeSince(begin)).toBeLessThan(500);
});
