import { describe, expect, it } from "vitest";
import { summarise } from "./summary.ts";

const of = (headers: string, body: string | Buffer = "", charset?: string) =>
  summarise(
    Buffer.concat([
      Buffer.from(`${headers}\r\n${charset ? `Content-Type: text/plain; charset=${charset}\r\n` : ""}\r\n`, "latin1"),
      Buffer.from(body),
    ]),
  );

describe("summarise", () => {
  it("decodes what a mail program encodes", async () => {
    expect(
      await of(
        "From: =?utf-8?Q?Zo=C3=AB?= <zoe@b.example>\r\nSubject: =?iso-8859-1?Q?Gr=FC=DFe?=\r\n =?utf-8?B?8J+Qng==?=",
        "Hi\r\n  there",
      ),
    ).toEqual({ sender: "Zoë <zoe@b.example>", subject: "Grüße🐞", preview: "Hi there" });
  });

  it.each([
    ["iso-8859-1", Buffer.from("Gr\xfc\xdfe", "latin1"), "Grüße"],
    ["windows-1251", Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), "Привет"],
    ["iso-2022-jp", Buffer.from("\x1b$B$3$s\x1b(B", "latin1"), "こん"],
    ["utf-8", Buffer.from([0x61, 0xff, 0xfe, 0x62]), "a��b"],
    ["no-such-charset", Buffer.from("plain"), "plain"],
  ])("reads %s", async (charset, body, preview) => {
    expect((await of("Subject: x", body, charset)).preview).toBe(preview);
  });

  it("shows the real address, whatever the name pretends to be (threat 20)", async () => {
    const sender = async (from: string) => (await of(`From: ${from}`)).sender;
    expect(await sender('"admin@bank.example" <evil@b.example>')).toBe("admin@bank.example <evil@b.example>");
    expect(await sender("=?utf-8?Q?=22admin=40bank.example=22_=3Cadmin=40bank.example=3E?= <evil@b.example>")).toMatch(
      / <evil@b\.example>$/,
    );
    expect(await sender("=?utf-8?Q?admin=40bank.example=3E?= <evil@b.example>")).toBe(
      "admin@bank.example <evil@b.example>",
    );
    expect(await sender("a@b.example")).toBe("a@b.example");
  });

  it("has nothing to say of a message that has nothing", async () => {
    expect(await summarise(Buffer.from(""))).toEqual({ sender: "", subject: "", preview: "" });
    expect(await of("X: y")).toEqual({ sender: "", subject: "", preview: "" });
  });

  it("previews HTML as a reader sees it", async () => {
    const html =
      "<html><head><title>T</title><style>p{color:red}</style></head><body><p>One&nbsp;&amp; <b>two</b></p><script>x()</script><p>three</p></body></html>";
    const { preview } = await summarise(Buffer.from(`Content-Type: text/html\r\n\r\n${html}`));
    expect(preview).toBe("One & two three");
  });

  it("keeps to the length of a line, whole characters only, and nothing unprintable", async () => {
    const { subject, preview } = await of(
      "Subject: a\x07b =?utf-8?Q?=E2=80=AEtxt=00?=",
      `${"x".repeat(199)}🐞 and more`,
      "utf-8",
    );
    expect(subject).toBe("a b txt");
    expect(preview).toBe("x".repeat(199));
  });

  it.each([
    [
      "5,000 nested parts",
      `Content-Type: multipart/mixed; boundary=0\r\n\r\n${Array.from({ length: 5000 }, (_, i) => `--${i}\r\nContent-Type: multipart/mixed; boundary=${i + 1}\r\n\r\n`).join("")}`,
    ],
    ["50,000 parts", `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(50_000)}--b--`],
    ["a header of 3 MB", `X: ${"y".repeat(3_000_000)}\r\n\r\nBody`],
    ["100,000 nested tags", `Content-Type: text/html\r\n\r\n${"<div>".repeat(100_000)}`],
    ["half a megabyte of addresses", `From: ${"a <b@c.example>, ".repeat(30_000)}\r\n\r\nBody`],
    ["half a megabyte of quotes", `From: ${'"'.repeat(500_000)}\r\n\r\n${"(".repeat(100_000)}`],
  ])("is done with %s in bounded time (threat 16)", async (_what, raw) => {
    const begin = performance.now();
    await summarise(Buffer.from(raw).subarray(0, 128 * 1024)).catch(() => undefined);
    expect(performance.now() - begin).toBeLessThan(3000);
  });
});
