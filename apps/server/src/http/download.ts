import { Readable } from "node:stream";
import type { Download } from "@mayfly/contracts";
import { create } from "content-disposition";
import type { FastifyReply } from "fastify";
import { nothingAllowed } from "./bare_headers.ts";

const nameLength = 150;
/** What is kept of the start and the end of a long name: normalising takes the square of its length (threat 16). */
const longest = 1000;
const endLength = 30;
/** How much of a streamed file is in memory at once. Bytes. */
const piecesInMemory = 2 * 1024 * 1024;

// Control and invisible characters, those that reverse the text direction (exe.fdp), and what some system forbids; also
// the percent sign before what stands for one of these, or for a part of a path, if somebody decodes it.
const forbidden =
  /(?:[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"*:<>?|]|%(?=[01][\da-f]|2[25af]|3[acef]|5c|7[cf]|[89a-f][\da-f]))+/giu;

/** A name for a file on anybody's disk: no path, no trick, never empty (threat 18). */
export function fileName(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? "";
  const short = base.length > longest ? base.slice(0, longest) + base.slice(-endLength) : base;
  const plain = short
    .normalize("NFC")
    .replace(forbidden, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, "");
  const [, stem = plain, ending = ""] = /^(.+?)(\.[^.]{1,20})?$/su.exec(plain) ?? [];
  return `${[...stem].slice(0, nameLength).join("")}${ending}` || "attachment";
}

const mediaType = /^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}(?:; charset=utf-8)?$/;
/** Types that a page would run or apply (WHATWG MIME Sniffing, section 4.6), whatever else its policy says. */
const active =
  /^(?:(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script[\d.]*|text\/(?:css|xsl)|application\/wasm)$/i;
const bytesOnly = "application/octet-stream";

const sentType = (type: string) => (mediaType.test(type) && !active.test(type) ? type : bytesOnly);

/** Bytes of a file that are in memory while it is sent. */
export const heldBytes = ({ bytes, size }: Download) =>
  bytes instanceof Uint8Array ? bytes.length : Math.min(size, piecesInMemory);

/**
 * Answers with a file, which may hold anything: the headers keep browsers from opening it, guessing its type or running
 * its scripts (threats 18, 19). A file without a name is an image to be shown, also in frames with an opaque origin.
 */
export function sendDownload(reply: FastifyReply, { content_type, filename, bytes, size }: Download) {
  const saved = filename !== null;
  void reply.headers({
    "content-type": sentType(content_type),
    "content-length": size,
    "content-disposition": saved ? create(fileName(filename)) : "inline",
    "content-security-policy": `sandbox; ${nothingAllowed}`,
    "cross-origin-resource-policy": saved ? "same-origin" : "cross-origin",
    // Not even an image may be shown from a cache after the logout.
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  return reply.send(
    bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : Readable.from(bytes),
  );
}
