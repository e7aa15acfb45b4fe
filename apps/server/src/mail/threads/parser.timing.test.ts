import { expect, it } from "vitest";
import { cpuTime, slowdown } from "../../testing/cpu_time.ts";
import { summarise } from "../make_summary.ts";
import { Parser } from "./parser.ts";

const mail = (subject: string) => Buffer.from(`Subject: ${subject}\r\n\r\nBody`);
const parameters = Array.from({ length: 2500 }, (_, no) => `a*${no}*=b`).join(";");
/** Takes as long to read as any message that is read whole before it is stored. */
const slowest = Buffer.from(
  `From: ${"a:b;".repeat(7700)}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\nContent-Type: text/plain; ${parameters}\r\n\r\nx\r\n`.repeat(3)}--b--`,
);

/** A limit of processor time, in milliseconds, within which a parser cannot read the message. */
async function tooFewFor(message: Buffer): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const begin = cpuTime();
    expect((await summarise(message)).preview).not.toBe("");
    times.push(cpuTime() - begin);
  }
  // A third of the time of warm code is well below that of cold code too, and well above that of an ordinary message.
  // Five times that, because an incoming message gets a fifth of the limit.
  return (Math.min(...times) / 3) * 5;
}

it("summarises the other messages of a batch although one takes too long (threat 15)", async () => {
  const parser = new Parser({ milliseconds: await tooFewFor(slowest), memoryMegabytes: 256 }, "key");
  // The first message goes into the thread alone; those that come meanwhile wait, and go in one batch.
  const first = parser.summarise(mail("first"), "company");
  const batch = [mail("a"), mail("b"), slowest, mail("c")].map((one) => parser.summarise(one, "company"));
  expect((await first).subject).toBe("first");
  const summaries = await Promise.all(batch);
  expect(summaries.map(({ subject }) => subject)).toEqual(["a", "b", "", "c"]);
  // The headers of the slow message may have been read in time, but not its text.
  expect(summaries[2]?.preview).toBe("");
  expect((await parser.summarise(mail("after"), "company")).subject).toBe("after");
  await parser.close();
});

it("lets incoming messages that take too long delay only the company that gets them", async () => {
  const parser = new Parser({ milliseconds: await tooFewFor(slowest), memoryMegabytes: 256 }, "key");
  await parser.summarise(mail("warm"), "other");
  const hostile = Array.from({ length: 130 }, () => parser.summarise(slowest, "hostile"));
  // This message shares a batch with half of the hostile ones.
  expect((await parser.summarise(mail("among"), "other")).subject).toBe("among");
  const begin = performance.now();
  expect((await parser.summarise(mail("after"), "other")).subject).toBe("after");
  // If the hostile messages were still in its way, each of them would cost a new thread.
  const milliseconds = performance.now() - begin;
  expect(milliseconds / slowdown()).toBeLessThan(3_000);
  await parser.close();
  expect(hostile).toHaveLength(130);
});

it("reads another company's message before most of forty slow ones (threat 16)", async () => {
  const parser = new Parser({ milliseconds: 300_000, memoryMegabytes: 256 }, "key");
  let done = 0;
  const hostile = Array.from({ length: 40 }, () => parser.summarise(slowest, "hostile").then(() => (done += 1)));
  await hostile[0];
  expect((await parser.summarise(mail("other"), "other")).subject).toBe("other");
  expect(done).toBeLessThan(10);
  await parser.close();
});
