import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { from, html, image, type Kind, mixed, multipart, readsAlike, text } from "../../testing/unusual_mail.ts";
import { beginningOf } from "../beginning.ts";
import { summarise } from "../make_summary.ts";
import { cmsContent } from "../mime/cms.ts";
import { imageLinks } from "../show/image_link.ts";
import { render } from "../show/render.ts";

/** An element of DER, or one without a length. */
const element = (tag: number, ...content: Buffer[]) => {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const size = length < 0x80 ? [length] : [0x84, ...Buffer.from([length >>> 24, length >>> 16, length >>> 8, length])];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
};
const open = (tag: number, ...content: Buffer[]) =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...content, Buffer.from([0, 0])]);
const oid = (hex: string) => element(0x06, Buffer.from(hex, "hex"));
const [data, signed, compressed, enveloped] = [
  "2a864886f70d010701",
  "2a864886f70d010702",
  "2a864886f70d0109100109",
  "2a864886f70d010703",
] as const;
const octets = (bytes: string | Buffer) => element(0x04, Buffer.from(bytes as string, "latin1"));
const version = element(0x02, Buffer.from([1]));
const certificates = element(0xa0, element(0x30, Buffer.alloc(700, 7)));

/** A message wrapped as OpenSSL and Outlook do, or as programs that do not know its length yet. */
const wrapped = (content: Buffer, type: string = signed, put = element) =>
  put(
    0x30,
    oid(type),
    put(
      0xa0,
      put(
        0x30,
        version,
        element(0x31, element(0x30, oid(data))),
        put(0x30, oid(data), put(0xa0, content)),
        certificates,
      ),
    ),
  );

const inner = [...multipart("alternative", text("Signed: your code is 739204."), html("<p>Your code is 739204."))].join(
  "\r\n",
);
const smime = (bytes: Buffer, type = "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m") =>
  image(bytes.toString("latin1"), `Content-Type: ${type}`, "Content-Disposition: attachment; filename=smime.p7m");
const der = wrapped(octets(inner));
const ber = wrapped(open(0x24, octets(inner.slice(0, 50)), open(0x24, octets(inner.slice(50)))), signed, open);
const files: [string, string][] = [["smime.p7m", der.toString("latin1")]];
const shown = { text: "Signed: your code is 739204.", code: "739204", has_attachment: true };

const kinds: Kind[] = [
  ["a message in its signature", [from, "Subject: s", ...smime(der)], { ...shown, subject: "s", files }],
  ["the same in pieces without lengths", smime(ber), shown],
  ["the same by its old type", smime(der, "application/x-pkcs7-mime"), { ...shown, files }],
  ["the same as a file of bytes", smime(der, "application/octet-stream"), { ...shown, files }],
  [
    "a part that is signed",
    mixed(smime(der), text("A footer")),
    { ...shown, text: "Signed: your code is 739204. A footer" },
  ],
  ["a signature in a signature", smime(wrapped(octets(smime(der).join("\r\n")))), shown],
  [
    "a signed message with a file",
    smime(wrapped(octets(mixed(text("a"), ["Content-Type: a/b; name=b", "", "b"]).join("\r\n")))),
    { text: "a", has_attachment: true },
  ],
  ["a compressed message", smime(wrapped(octets(deflateSync(Buffer.from(inner))), compressed)), shown],
  ["an encrypted message", smime(wrapped(octets(inner), enveloped)), { text: "", code: "", has_attachment: true }],
  ["a file that only has the name", smime(Buffer.from("hello")), { text: "", files: [["smime.p7m", "hello"]] }],
];

readsAlike("signatures", kinds);

describe("what is wrapped in a signature", () => {
  it("is marked as not checked, and nothing else is", async () => {
    const signedOf = async (lines: string[]) =>
      (await render(Buffer.from(lines.join("\r\n"), "latin1"), imageLinks("key", "source"))).signed;
    expect(await signedOf(smime(der))).toBe(1);
    expect(await signedOf(mixed(text("x"), smime(der)))).toBe(1);
    expect(await signedOf(mixed(text("x"), smime(Buffer.from("x"))))).toBe(0);
    expect(await signedOf(smime(wrapped(octets(deflateSync(Buffer.from(inner))), compressed)))).toBe(0);
  });

  it("is read as far as it came in, and beside other files of a long message", async () => {
    const long = wrapped(
      octets(`Content-Type: text/plain\r\n\r\nYour code is 739204.\r\n${"line\r\n".repeat(100_000)}`),
    );
    for (const lines of [smime(long), mixed(["Content-Type: a/b; name=b", "", "x".repeat(200_000)], smime(der))]) {
      const summary = await summarise(beginningOf(Buffer.from(lines.join("\r\n"), "latin1")));
      expect(summary).toMatchObject({ code: "739204", has_attachment: true });
    }
  });

  it("is found whatever its bytes are, or not at all", () => {
    expect(cmsContent(Buffer.alloc(0))).toBeUndefined();
    for (const one of [der, ber]) {
      for (let end = 0; end < one.length; end += 7) expect(() => cmsContent(one.subarray(0, end))).not.toThrow();
      for (let at = 0; at < 120; at += 1) {
        const changed = Buffer.from(one);
        changed[at] = 0x80;
        expect(() => cmsContent(changed)).not.toThrow();
      }
    }
    // Compressed content that would fill the memory.
    const bomb = wrapped(octets(deflateSync(Buffer.alloc(20_000_000))), compressed);
    expect(cmsContent(bomb)).toBeUndefined();
  });
});
