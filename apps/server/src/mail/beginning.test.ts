import { describe, expect, it } from "vitest";
import { beginningOf } from "./beginning.ts";
import { summarise } from "./make_summary.ts";
import { imageLinks } from "./show/image_link.ts";
import { render } from "./show/render.ts";

const most = 128 * 1024;
const multipart = (...parts: string[]) =>
  `Subject: x\r\nContent-Type: multipart/mixed;\r\n boundary="b"\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join("")}--b--\r\n`;
const pdf = (length: number) =>
  `Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${"QUJD".repeat(length / 4)}`;
const text = "Content-Type: text/plain\r\n\r\nYour login code is 558120";
const read = (raw: string) => summarise(beginningOf(Buffer.from(raw)));

describe("beginningOf", () => {
  it.each([
    ["a file", pdf(200_000)],
    ["a text that is a file", `Content-Disposition: attachment; filename=a.log\r\n\r\n${"log\r\n".repeat(40_000)}`],
    ["many files", Array.from({ length: 20 }, () => pdf(20_000)).join("\r\n--b\r\n")],
  ])("finds the text that follows %s", async (_what, file) => {
    expect(await read(multipart(file, text))).toMatchObject({ preview: "Your login code is 558120", code: "558120" });
  });

  it.each([
    ["alone", (mail: string) => mail.replaceAll("\r\n", "\n")],
    [
      "alone behind the headers",
      (mail: string) => mail.replace(/(?<=\r\n\r\n).*/s, (body) => body.replaceAll("\r\n", "\n")),
    ],
  ])("reads long messages whose lines end with a line feed %s", async (_where, ended) => {
    const seen = { subject: "x", preview: "Your login code is 558120", code: "558120" };
    const lines = "\r\nline".repeat(10_000);
    expect(await read(ended(`Subject: x\r\n${text}${lines}`))).toMatchObject({ subject: "x", code: "558120" });
    expect(await read(ended(multipart(pdf(200_000), text)))).toMatchObject(seen);
    expect(await read(ended(`X: ${"y".repeat(60_000)}\r\n${multipart(text)}`))).toMatchObject(seen);
  });

  it.each([
    ["an empty line before it", "Subject: log\r\n"],
    ["any head", ""],
  ])("reads long text without %s", async (_what, head) => {
    const log = "Your login code is 558120\r\n";
    for (const count of [2000, 20_000]) {
      const { preview, code } = await read(`${head}${log.repeat(count)}`);
      expect({ begins: preview.slice(0, 25), code }).toEqual({ begins: "Your login code is 558120", code: "558120" });
    }
  });

  it("finds the text that follows a file if no empty line precedes the first part", async () => {
    const raw = multipart(pdf(200_000), text).replace("\r\n\r\n", "\r\n");
    expect(await read(raw)).toMatchObject({ subject: "x", code: "558120" });
  });

  it("keeps a short message whole, and cuts a long one to 128 KB", () => {
    const short = Buffer.from(multipart(pdf(100_000), text));
    expect(beginningOf(short)).toBe(short);
    for (const long of [
      multipart(text.repeat(20_000)),
      multipart(text, pdf(200_000), text.repeat(20_000)),
      `Subject: x\r\n\r\n${"x".repeat(200_000)}`,
    ]) {
      expect(beginningOf(Buffer.from(long)).length).toBe(most);
    }
  });

  const nested = (...parts: string[]) => multipart(parts.join("\r\n--b\r\n")).replaceAll(/(?<=--|=")b(?=\W)/g, "c");
  const related = (...parts: string[]) => nested(...parts).replace("Subject: x\r\n", "");
  const image = (id: string, length: number) =>
    `Content-Type: image/png\r\nContent-ID: <${id}>\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from("\x89PNG\r\n\x1a\n".padEnd(length), "latin1").toString("base64").replace(/.{76}/g, "$&\r\n")}`;
  const html = (...ids: string[]) =>
    `Content-Type: text/html\r\n\r\n<p>Hello</p>${ids.map((id) => `<img src="cid:${id}">`).join("")}`;

  it.each([
    ["images that HTML shows", multipart(related(html("1", "2"), image("1", 200_000), image("2", 200_000))), false],
    ["an image that HTML does not show", multipart(related(html("1"), image("1", 200_000), image("2", 200_000))), true],
    ["a file behind such images", multipart(related(html("1"), image("1", 200_000)), pdf(200_000)), true],
    ["a file within a multipart that is within others", multipart(related(text, pdf(200_000)), text), true],
    ["an image that is too large to show", multipart(html("1"), image("1", 4_000_001)), true],
    ["an image that is just not too large to show", multipart(html("1"), image("1", 3_999_990)), false],
    [
      "images that are too large together",
      multipart(html("1", "2"), image("1", 2_500_000), image("2", 2_500_000)),
      true,
    ],
    [
      "an image that is shown twice before another",
      multipart(html("1", "1", "2"), image("1", 1_900_000), image("2", 1_900_000)),
      false,
    ],
  ])("tells of %s whether files came, as the opened message does", async (_what, raw, files) => {
    const { has_attachment, preview } = await read(raw);
    const { attachments } = await render(Buffer.from(raw), imageLinks("key", "source"));
    expect([preview.slice(0, 5), has_attachment]).toEqual([expect.stringMatching(/^(?:Hello|Your )$/), files]);
    expect(attachments.some(({ embedded }) => embedded === 0)).toBe(files);
  });
});
