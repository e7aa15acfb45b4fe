import { randomBytes } from "node:crypto";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { exposeCollector } from "../process/v8_flags.ts";
import { receiver } from "../testing/receiver.ts";

exposeCollector();
const collectGarbage: (kind?: { type: "minor" }) => void = runInNewContext("gc");

it("needs less than 20 MB for a message of 400,000 dot-stuffed lines (threat 9)", async () => {
  const memory = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const lines = 400_000;
  const inFlight = String(3 * lines);
  await using given = await receiver({ SMTP_MAX_BYTES_IN_FLIGHT: inFlight, SMTP_MAX_MESSAGE_BYTES: inFlight });
  await using client = await given.open();
  await client.begin(given.to);
  await using other = await given.open();
  await other.say("EHLO client.example");
  const before = memory();
  client.write("..\r\n".repeat(lines));
  await expect
    .poll(async () => {
      await other.say("RSET");
      return other.say("MAIL FROM:<a@elsewhere.example>");
    })
    .toMatch(/^452 4\.3\.2 /);
  expect(memory() - before).toBeLessThan(20_000_000);
});

it("frees the memory of stored messages in minor garbage collections", async () => {
  await using given = await receiver({});
  await using client = await given.open();
  // Random text, so that its packed form is hardly smaller.
  const long = Buffer.from(`Subject: long\r\n\r\n${randomBytes(7_500).toString("base64")}\r\n.\r\n`);
  const sendMany = async () => {
    for (let count = 0; count < 200; count += 1) {
      await client.begin(given.to);
      client.write(long);
      await client.reply();
    }
  };
  await sendMany();
  // Not measured: what the start has left in the old generation.
  collectGarbage();
  await sendMany();
  // V8 moves what survives two minor collections to the old generation.
  for (let count = 0; count < 3; count += 1) collectGarbage({ type: "minor" });
  // Compared with what a full collection leaves, because Prisma's WebAssembly may have grown in the meantime.
  const left = process.memoryUsage().external;
  collectGarbage();
  expect(left - process.memoryUsage().external).toBeLessThan(500_000);
});
