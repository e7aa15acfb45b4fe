import { expect, it } from "vitest";
import { Parser } from "./parser.ts";

const mail = (subject: string) => Buffer.from(`Subject: ${subject}\r\n\r\nBody`);
/** Takes the parser many times as long as another of its length. */
const slow = (length: number) => Buffer.from(`From: ${"a:b;".repeat(length / 4)}\r\n\r\nBody`);

it("reads many messages at once, each for itself", async () => {
  const parser = new Parser({ milliseconds: 5000, memoryMegabytes: 256 });
  const subjects = Array.from({ length: 300 }, (_, no) => `no ${no}`);
  const summaries = await Promise.all(subjects.map((subject) => parser.summarise(mail(subject))));
  expect(summaries.map((summary) => summary.subject)).toEqual(subjects);
  await parser.close();
});

it("gives up on what takes too long, and goes on with the next (threat 15)", async () => {
  const parser = new Parser({ milliseconds: 500, memoryMegabytes: 256 });
  const [lost, next] = await Promise.all([parser.render(slow(950_000)), parser.render(mail("next"))]);
  expect(lost).toBeUndefined();
  expect(next).toContain("Body");
  await parser.close();
});

it("lets one that takes too long cost its neighbours nothing but time (threat 15)", async () => {
  const patient = new Parser({ milliseconds: 60_000, memoryMegabytes: 256 });
  await patient.summarise(mail("warm"));
  const begin = performance.now();
  expect((await patient.summarise(slow(120_000))).sender).not.toBe("");
  // Cold code is slower than warm; well below either, well above what an ordinary message takes.
  const milliseconds = (performance.now() - begin) / 10;
  await patient.close();

  const parser = new Parser({ milliseconds, memoryMegabytes: 256 });
  // The first goes alone; what comes meanwhile waits, and goes together.
  const first = parser.summarise(mail("first"));
  const batch = [mail("a"), mail("b"), slow(120_000), mail("c")].map((one) => parser.summarise(one));
  expect((await first).subject).toBe("first");
  const summaries = await Promise.all(batch);
  expect(summaries.map(({ subject }) => subject)).toEqual(["a", "b", "", "c"]);
  expect(summaries[2]).toEqual({ sender: "", subject: "", preview: "", code: "" });
  expect((await parser.summarise(mail("after"))).subject).toBe("after");
  await parser.close();
});

it("takes no more of a large message into the thread than it reads", async () => {
  const parser = new Parser({ milliseconds: 20_000, memoryMegabytes: 64 });
  const large = Buffer.concat([mail("large"), Buffer.alloc(20_000_000, "x")]);
  await parser.summarise(mail("warm"));
  const before = process.memoryUsage().rss;
  await Promise.all(Array.from({ length: 40 }, () => parser.summarise(large)));
  // All of it forty times would be 800 MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  await parser.close();
});

it("outlives a message that needs more memory than there is", async () => {
  const parser = new Parser({ milliseconds: 20_000, memoryMegabytes: 48 });
  const hungry = Buffer.from(
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(400_000)}--b--`,
  );
  expect(await parser.render(hungry)).toBeUndefined();
  expect(await parser.render(mail("next"))).toContain("Body");
  await parser.close();
});
