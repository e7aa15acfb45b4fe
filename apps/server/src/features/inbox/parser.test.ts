import { expect, it } from "vitest";
import { Parser } from "./parser.ts";

const mail = (subject: string) => Buffer.from(`Subject: ${subject}\r\n\r\nBody`);
/** Takes the sanitiser many seconds. */
const slow = Buffer.from(`Content-Type: text/html\r\n\r\n${"<div>".repeat(190_000)}`);

it("reads many messages at once, each for itself", async () => {
  const parser = new Parser({ milliseconds: 5000, memoryMegabytes: 256 });
  const subjects = Array.from({ length: 300 }, (_, no) => `no ${no}`);
  const summaries = await Promise.all(subjects.map((subject) => parser.summarise(mail(subject))));
  expect(summaries.map((summary) => summary.subject)).toEqual(subjects);
  await parser.close();
});

it("gives up on what takes too long, and goes on with the next (threat 15)", async () => {
  const parser = new Parser({ milliseconds: 500, memoryMegabytes: 256 });
  const begin = performance.now();
  const [lost, next] = await Promise.all([parser.render(slow), parser.render(mail("next"))]);
  expect(lost).toBeUndefined();
  expect(next).toContain("Body");
  expect(performance.now() - begin).toBeLessThan(10_000);
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
