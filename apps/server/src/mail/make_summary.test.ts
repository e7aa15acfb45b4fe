import { describe, expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../testing/cpu_time.ts";
import { summarise } from "./make_summary.ts";
import { noSummary } from "./summary.ts";

const of = (headers: string, body: string | Buffer = "", charset?: string) =>
  summarise(
    Buffer.concat([
      Buffer.from(`${headers}\r\n${charset ? `Content-Type: text/plain; charset=${charset}\r\n` : ""}\r\n`, "latin1"),
      Buffer.from(body),
    ]),
  );

describe("summarise", () => {
  it("decodes encoded headers, and previews the text on one line", async () => {
    expect(
      await of(
        "From: =?utf-8?Q?Zo=C3=AB?= <zoe@b.example>\r\nSubject: =?iso-8859-1?Q?Gr=FC=DFe?=\r\n =?utf-8?B?8J+Qng==?=",
        "Hi\r\n  there",
      ),
    ).toEqual({
      sender: "Zoë <zoe@b.example>",
      subject: "Grüße🐞",
      preview: "Hi there",
      code: "",
      has_attachment: false,
    });
  });

  it.each([
    ["iso-8859-1", Buffer.from("Gr\xfc\xdfe", "latin1"), "Grüße"],
    ["windows-1251", Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), "Привет"],
    ["iso-2022-jp", Buffer.from("\x1b$B$3$s\x1b(B", "latin1"), "こん"],
    ["utf-8", Buffer.from([0x61, 0xff, 0xfe, 0x62]), "a��b"],
    ["no-such-charset", Buffer.from("plain"), "plain"],
    ["utf-8", Buffer.from("a\0b\x1bc"), "a b c"],
    ["utf-8", Buffer.from([0x61, 0xed, 0xa0, 0xbd]), "a\ufffd\ufffd\ufffd"],
    ['"', Buffer.from("plain"), "plain"],
    ["__proto__", Buffer.from("plain"), "plain"],
  ])("previews a text in the charset %s", async (charset, body, preview) => {
    expect((await of("Subject: x", body, charset)).preview).toBe(preview);
  });

  it.each([
    ["gb2312", "<meta charset=gb2312>", "你"],
    ["the older way", `<meta http-equiv="Content-Type" content='text/html; charset="gb2312"'>`, "你"],
    ["what nobody knows", "<meta charset=no-such>", "Äã"],
    ["what it cannot be", "<meta charset=unicode>", "Äã"],
    ["what it cannot be in another way", "<meta charset=ucs-2>", "Äã"],
    ["what it cannot be before what it is", "<meta charset=utf-16><meta charset=gb2312>", "你"],
    ["nothing", "<meta name=x>", "Äã"],
    ["it too late", `<!--${"x".repeat(1024)}--><meta charset=gb2312>`, "Äã"],
  ])("reads HTML in the charset that it names itself if its header names none: %s", async (_what, says, preview) => {
    const html = Buffer.concat([Buffer.from(`${says}<p>`), Buffer.from([0xc4, 0xe3])]);
    expect((await of("Content-Type: text/html", html)).preview).toBe(preview);
  });

  it("reads valid UTF-8 in HTML as such, whatever charset it names", async () => {
    expect((await of("Content-Type: text/html", "<meta charset=gb2312><p>你好")).preview).toBe("你好");
  });

  it.each(["", "; charset=us-ascii", "; charset=ANSI_X3.4-1968", "; charset=unknown-8bit", "; format=flowed"])(
    "reads text/plain%s as UTF-8 if it looks like that, and else as Windows-1252",
    async (parameters) => {
      const previewOf = async (body: Buffer) => (await of(`Content-Type: text/plain${parameters}`, body)).preview;
      expect(await previewOf(Buffer.from("Grüße – Zoë"))).toBe("Grüße – Zoë");
      expect(await previewOf(Buffer.from("Gr\xfc\xdfe \x96 Zo\xeb", "latin1"))).toBe("Grüße – Zoë");
      expect(await previewOf(Buffer.from("«CAFÉ», un été à Genève", "latin1"))).toBe("«CAFÉ», un été à Genève");
      expect(await previewOf(Buffer.from("Grüße").subarray(0, -2))).toBe("Grü\ufffd");
      expect(await previewOf(Buffer.from("Gr\ufffd\ufffde"))).toBe("Gr\ufffd\ufffde");
      const [half] = Buffer.from("ü");
      expect(await previewOf(Buffer.from([half ?? 0, ...Buffer.from(" Grüße")]))).toBe("\ufffd Grüße");
    },
  );

  it("reads headers that are neither encoded nor UTF-8 as Windows-1252", async () => {
    const head = await of("From: Zo\xeb <zo@b.example>\r\nSubject: Gr\xfc\xdfe\r\n \x96 Zo\xeb");
    expect(head).toMatchObject({ sender: "Zoë <zo@b.example>", subject: "Grüße – Zoë" });
    expect((await of("Subject: Gr\xc3\xbc\xc3\x9fe")).subject).toBe("Grüße");
  });

  it("reads headers in ISO-2022-JP that are not encoded", async () => {
    const [raw, from] = ["\x1b$B$3$s\x1b(B", "=?utf-8?Q?Zo=C3=AB?= <zoe@b.example>"];
    const head = await of(`From: ${raw} <zo@b.example>\r\nSubject: Re: ${raw}\r\n ${raw}!`);
    expect(head).toMatchObject({ sender: "こん <zo@b.example>", subject: "Re: こん こん!" });
    expect(await of(`From: ${from}\r\nSubject: ${raw}`)).toMatchObject({
      sender: "Zoë <zoe@b.example>",
      subject: "こん",
    });
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
    expect(await sender('"admin@bank.example" evil@b.example')).toBe("admin@bank.example <evil@b.example>");
    expect(await sender("admin@bank.example <evil@b.example>")).toBe("admin@bank.example <evil@b.example>");
    expect(await sender("=?utf-8?B?PGFkbWluQGJhbmsuZXhhbXBsZT4=?= <evil@b.example>")).toMatch(/ <evil@b\.example>$/);
  });

  it("shows the address in a group, whatever the group is called (threat 20)", async () => {
    expect((await of("From: admin@bank.example: evil@b.example;")).sender).toBe("evil@b.example");
    expect((await of("From: Friends: ;, Zo <zo@b.example>")).sender).toBe("Zo <zo@b.example>");
    expect((await of("From: undisclosed-recipients:;")).sender).toBe("");
  });

  it.each([
    ["=?utf-8?q?boss=40bank.example?=", ""],
    ["=?utf-8?q?=3Cboss=40bank.example=3E?=", ""],
    ["=?utf-8?q?boss=40bank.example?=, evil@b.example", "evil@b.example"],
    ["g: =?utf-8?q?boss=40bank.example?=; , Eve <evil@b.example>", "Eve <evil@b.example>"],
    ["=?utf-8?q?boss=EF=BC=A0bank.example?=", ""],
    ["=?utf-8?q?boss=EF=B9=ABbank.example?=", ""],
    ["The Boss", "The Boss"],
  ])("does not show a name without an address as if it were one (threat 20): %s", async (from, sender) => {
    expect((await of(`From: ${from}`)).sender).toBe(sender);
  });

  it("never cuts the address off, however long the name (threat 20)", async () => {
    const { sender } = await of(`From: "admin@bank.example ${"x".repeat(2000)}" <evil@b.example>`);
    expect(sender).toMatch(/^admin@bank\.example x{100,} <evil@b\.example>$/);
    expect(sender.length).toBeLessThan(600);
  });

  it("removes invisible characters and those that reverse the text", async () => {
    const hidden = Buffer.from("\u202e\u200b\u2066\u200f\u061c\u2060").toString("latin1");
    expect((await of(`From: "a${hidden}b" <evil@b.example>\r\nSubject: x${hidden}y`)).subject).toBe("x y");
    expect((await of(`From: "a${hidden}b" <evil@b.example>`)).sender).toBe("a b <evil@b.example>");
    const within = Buffer.from("new\u200bline no\ufeffbreak").toString("latin1");
    expect((await of(`Subject: ${within}\r\n\r\n${within}`)).preview).toBe("newline nobreak");
  });

  it("reads headers that are folded, badly encoded, in other case or not in ASCII", async () => {
    expect((await of("Subject: one\r\n two\r\n\tthree")).subject).toBe("one two three");
    expect((await of("Subject: =?utf-8?B?4p?=\r\n =?utf-8?B?yT?=")).subject).not.toBe("");
    expect((await of(Buffer.from("Subject: Grüße").toString("latin1"))).subject).toBe("Grüße");
    expect((await of("Subject: =?no-such?Q?a=FF?= =?utf-8?Q?=FF=FE?=")).subject).toContain("a");
    expect((await of("SUBJECT:x\r\nfRoM:a@b.example")).subject).toBe("x");
  });

  it("answers an empty summary for an empty message", async () => {
    expect(await summarise(Buffer.from(""))).toEqual(noSummary);
    expect(await of("X: y")).toEqual(noSummary);
  });

  it("previews HTML as a reader sees it", async () => {
    const html =
      "<html><head><title>T</title><style>p{color:red}</style></head><body><p>One&nbsp;&amp; <b>two</b></p><script>x()</script><p>three</p></body></html>";
    const { preview } = await summarise(Buffer.from(`Content-Type: text/html\r\n\r\n${html}`));
    expect(preview).toBe("One & two three");
    for (const [body, seen] of [
      ["<p>a<p>b<br>c<td>d", "a b c d"],
      ["Hello<div>wo<b>rl</b>d<span>s</span></div>again", "Hello worlds again"],
      ["<style>p{}</style>a<script>x</script>", "a"],
      ["a<!-- <b>hidden</b> -->b", "ab"],
      ["<html><head><title>T</title><p>no body, no end of head", "no body, no end of head"],
      ["<style>never closed", ""],
      ["<b", ""],
      ["a &lt;b&gt; &#0; &#xd800;", "a <b> \ufffd \ufffd"],
      ["<img src=x alt=y>", "y"],
      ["<p>a<img src=x alt=' b  c ' alt=d>e<img alt=''><img><area alt=f>", "a b c e f"],
      ["<style><img alt=x></style><p alt=y>a", "a"],
    ] as const) {
      expect((await of("Content-Type: text/html", body)).preview, body).toBe(seen);
    }
  });

  it("previews the text rather than the HTML, and the HTML when there is no text", async () => {
    const both = (text: string) => `--b\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>html</p>\r\n--b--`;
    const headers = "Content-Type: multipart/alternative; boundary=b";
    expect((await of(headers, both("text"))).preview).toBe("text");
    expect((await of(headers, both(" "))).preview).toBe("html");
  });

  it("previews the words that follow the hidden blanks of newsletters", async () => {
    const reactEmail = ["&nbsp;&zwnj;&#8203;&zwj;&lrm;&rlm;&#65279;", "&#10240;&#12644;&#65440;&zwj; "];
    for (const filler of [
      "&#847; ",
      "&zwnj;&nbsp;",
      "&#847;&zwnj;&nbsp;&#8199;&shy;",
      "&#6158;&#8199;&#65279;",
      ...reactEmail,
    ]) {
      const hidden = `<div style="display:none">${filler.repeat(300)}</div>`;
      const { preview } = await of("Content-Type: text/html", `${hidden}<p>News of the week</p>`);
      expect(preview, filler).toBe("News of the week");
    }
    expect((await of("Subject: x", `${" ".repeat(900)}News`)).preview).toBe("News");
    expect((await of("Subject: x", `Donau\u00addampf\u00ad\r\nfährt`, "utf-8")).preview).toBe("Donaudampf fährt");
    expect((await of("Subject: x", `می\u200cخواهم\u200c !`, "utf-8")).preview).toBe("می\u200cخواهم !");
    expect((await of("Subject: x", "👩\u200d💻 ❤️\u200d🔥 ක්\u200dෂ\u200d !", "utf-8")).preview).toBe(
      "👩\u200d💻 ❤️\u200d🔥 ක්\u200dෂ !",
    );
  });

  it("removes terminal control sequences from the preview", async () => {
    expect(
      (
        await of(
          "Subject: x",
          "\x1b]0;build 7\x07\x1b[?25l\x1b[32m✓\x1b(B\x1b[m 12 passed, \x1b[38:5:1m1 failed\x1b[0 q\r\n[A] (B) log",
          "utf-8",
        )
      ).preview,
    ).toBe("✓ 12 passed, 1 failed [A] (B) log");
  });

  it("finds a code that follows hidden blanks, and one in HTML if the plain text has none", async () => {
    const both = (text: string) =>
      `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Your login code is <b>558120</b></p>\r\n`;
    const headers = "Content-Type: multipart/alternative; boundary=b";
    const stub = "This email requires an HTML-capable mail client.";
    const fromHtml = { preview: "Your login code is 558120", code: "558120" };
    expect(await of(headers, `${both(stub)}--b--`)).toMatchObject(fromHtml);
    expect(await of(headers, both(stub))).toMatchObject(fromHtml);
    expect(await of(headers, both("Hello!"))).toMatchObject({ preview: "Hello!", code: "558120" });
    expect((await of(headers, `${both(`${stub} https://a.example/${"x".repeat(900)}`)}--b--`)).code).toBe("558120");
    expect((await of(headers, `${both("Your code is 123456")}--b--`)).code).toBe("123456");
    expect((await of("Content-Type: text/html", `${"&#847;&zwnj;&nbsp;".repeat(900)}<p>Code: 558120</p>`)).code).toBe(
      "558120",
    );
    const hidden = "&nbsp;&zwnj;&#8203;&zwj;&lrm;&rlm;&#65279;".repeat(600);
    expect((await of("Content-Type: text/html", `${hidden}<p>Code: 558120</p>`)).code).toBe("558120");
  });

  it.each([
    "482&#8203;913",
    "4&#8288;8&#8288;2&#8288;9&#8288;1&#8288;3",
    "&lrm;482913&lrm;",
    "&#8296;482913&#8297;",
    "482&zwj;913",
    "<b>482</b>&ndash;<b>913</b>",
  ])("finds a code with invisible characters or a dash in or around it: %s", async (code) => {
    const html = `<p>Your verification code:</p><p>${code}</p>`;
    expect((await of("Content-Type: text/html", html)).code).toBe("482913");
  });

  it("finds a code in text with decomposed characters", async () => {
    expect((await of("Subject: x", "Ihr Bestätigungscode lautet 482913".normalize("NFD"), "utf-8")).code).toBe(
      "482913",
    );
  });

  it("cuts the preview without splitting a character, and removes unprintable characters", async () => {
    const { subject, preview } = await of(
      "Subject: a\x07b =?utf-8?Q?=E2=80=AEtxt=00?=",
      `${"x".repeat(199)}🐞 and more`,
      "utf-8",
    );
    expect(subject).toBe("a b txt");
    expect(preview).toBe("x".repeat(199));
  });

  it.each([
    ["nothing but text", [], false],
    ["a file", ["Content-Type: application/pdf"], true],
    ["a text that is a file", ["Content-Type: text/plain", "Content-Disposition: attachment"], true],
    ["a text with a name", ["Content-Type: text/plain; name=build.log"], true],
    ["a message", ["Content-Type: message/rfc822"], true],
    ["an image that no HTML shows", ["Content-Type: image/png", "Content-ID: <a@b.example>"], true],
    [
      "an attached image with an id",
      ["Content-Type: image/png", "Content-ID: <a@b.example>", "Content-Disposition: attachment; filename=a.png"],
      true,
    ],
    ["an image without an id", ["Content-Type: image/png", "Content-Disposition: inline; filename=a.png"], true],
    [
      "an image of an unsaid type that no HTML shows",
      ["Content-Type: application/octet-stream; name=a.png", "Content-ID: <a@b.example>"],
      true,
    ],
    ["a document with an id", ["Content-Type: application/pdf", "Content-ID: <a@b.example>"], true],
  ])("says whether files came with it: %s", async (_what, headers, expected) => {
    const parts = [
      "\r\nHello",
      ...(headers.length > 0 ? [`${headers.join("\r\n")}\r\n\r\n${"x".repeat(200_000)}`] : []),
    ];
    for (const text of ["", "Content-Type: text/html\r\n"]) {
      const body = `--b\r\n${text}${parts.join("\r\n--b\r\n")}\r\n--b--`;
      expect((await of("Content-Type: multipart/mixed; boundary=b", body)).has_attachment).toBe(expected);
    }
  });

  it("cuts a subject of more than 998 characters, and ends it with dots", async () => {
    const subject = "x".repeat(998);
    expect((await of(`Subject: ${subject}`)).subject).toBe(subject);
    expect((await of(`Subject: ${subject}y`)).subject).toBe(`${"x".repeat(995)}...`);
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
    ["a header of groups", `From: ${"a:b;".repeat(40_000)}\r\n\r\n`],
    [
      "as many parameters as fit",
      `Content-Type: text/plain; ${Array.from({ length: 12_000 }, (_, no) => `a*${no}*=b`).join(";")}\r\n\r\n`,
    ],
    ["4,000 encoded words", `Subject: ${"=?iso-2022-jp?B?GyRCJDMbKEI=?= ".repeat(4000)}\r\n\r\n`],
    ["quirky text", `\r\n${" \t\r".repeat(200_000)}x`],
    ["half a megabyte of quotes", `From: ${'"'.repeat(500_000)}\r\n\r\n${"(".repeat(100_000)}`],
  ])("is done with %s in bounded time (threat 16)", async (_what, raw) => {
    const begin = cpuTime();
    await summarise(Buffer.from(raw).subarray(0, 128 * 1024)).catch(() => undefined);
    expect(usualTimeSince(begin)).toBeLessThan(3000);
  });
});
