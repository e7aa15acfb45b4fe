import { LRUCache } from "lru-cache";
import type { Clock } from "../../context.ts";
import type { World } from "../../database/database.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import { Refusal } from "../../refusal.ts";
import { type DeepPage, openDeepPages } from "./deep_pages.ts";
import { type LoadImage, openImages } from "./images.ts";
import type { OpenedTasks } from "./opened.worker.ts";
import { unpack } from "./packed.ts";
import type { Parser } from "./parser.ts";
import type { Given } from "./parser_thread.ts";
import type { FoundAttachment, MessageHeaders, MessageText } from "./reading.ts";
import type { Rendered } from "./rendering.ts";

/** A message as it is shown. */
export interface Opened extends Rendered {
  /** Bytes of the whole message. */
  size: number;
}

/** A message as it came, piece by piece. */
export interface Raw {
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * What is made of a stored message when somebody reads it, by the name of its source and the company that it belongs to.
 * @throws Refusal when the message is gone
 */
export interface Messages {
  read(source: string, company: string): Promise<Opened>;
  /** Somebody is here who will want to read: whatever takes its time to start is started. */
  prepare(): void;
  /** As plain text; undefined when it cannot be read as any. */
  text(source: string, company: string): Promise<MessageText | undefined>;
  headers(source: string, company: string): Promise<MessageHeaders | undefined>;
  /** Undefined when there is no such part, or none can be read. */
  attachment(source: string, company: string, part: number): Promise<FoundAttachment | undefined>;
  /** At most so many bytes of it. */
  raw(source: string, most?: number): Promise<Raw>;
  /** An image that a signed link of a message leads to. */
  image: LoadImage;
  deepPage: DeepPage;
}

/** Kept, so that what was rendered for the live channel is not rendered again for its reader. Characters. */
const remembered = 16 * 1024 * 1024;
/** What any of them takes, however short it is. Characters. */
const withoutContent = 1_000;
/** So that many who save large messages need no more memory than a few. */
const pieceBytes = 1024 * 1024;
/** Headers, and what tells the character set that they are written in. */
const headersWithin = pieceBytes;

export interface MessagesOptions {
  world: World;
  clock: Clock;
  outbound: Outbound;
  /** Signs the links to external images. */
  imageKey: string;
}

export function openMessages({ world, clock, outbound, imageKey }: MessagesOptions, parser: Parser): Messages {
  async function raw(source: string, most = Number.MAX_SAFE_INTEGER): Promise<Raw> {
    const [found] = await world.$queryRaw<{ raw_size: number | null; lz4: Uint8Array | null }[]>`
      SELECT octet_length(raw) AS raw_size, lz4 FROM message_source WHERE name = ${source}::uuid`;
    if (found === undefined) throw Refusal.notFound();
    const packed = found.lz4 && unpack(found.lz4);
    const size = packed?.length ?? found.raw_size ?? 0;
    const end = Math.min(size, most);
    async function* pieces() {
      if (packed) {
        yield packed.subarray(0, end);
        return;
      }
      for (let start = 0; start < end; start += pieceBytes) {
        const [row] = await world.$queryRaw<{ piece: Uint8Array }[]>`
          SELECT substring(raw FROM ${start + 1}::int FOR ${Math.min(pieceBytes, end - start)}::int) AS piece
          FROM message_source WHERE name = ${source}::uuid`;
        if (row === undefined) throw Refusal.notFound();
        yield row.piece;
      }
    }
    return { size, bytes: pieces() };
  }

  /** At most so many bytes of it. A long message comes in pieces: what a driver makes of one at once stops all others. */
  async function load(source: string, most?: number): Promise<Buffer> {
    const { size, bytes } = await raw(source, most);
    // A thread reads it where it is.
    const message = Buffer.from(new SharedArrayBuffer(Math.min(size, most ?? size)));
    let filled = 0;
    for await (const piece of bytes) {
      message.set(piece, filled);
      filled += piece.length;
    }
    return message.subarray(0, filled);
  }

  async function read(source: string, company: string): Promise<Opened> {
    let size = 0;
    const sized = async () => {
      const raw = await load(source);
      size = raw.length;
      return raw;
    };
    const parsed = await parser.read("render", company, sized, { source });
    if ("value" in parsed) return { ...parsed.value, size };
    return { content: "", rendering: parsed.failure, action_links: [], attachments: [], size };
  }

  /** Undefined when the message cannot be read as what is wanted. */
  async function readAs<Name extends keyof OpenedTasks>(
    task: Name,
    source: string,
    company: string,
    { most, ...given }: Given & { most?: number } = {},
  ): Promise<Awaited<ReturnType<OpenedTasks[Name]>> | undefined> {
    const parsed = await parser.read(task, company, () => load(source, most), given);
    return "value" in parsed ? parsed.value : undefined;
  }

  const opened = new LRUCache<string, Opened, { company: string }>({
    maxSize: remembered,
    sizeCalculation: ({ content, attachments, action_links }) =>
      content.length + JSON.stringify([attachments, action_links]).length + withoutContent,
    fetchMethod: (source, _old, { context }) => read(source, context.company),
    // What is still being read when others fill the memory is not kept, and read all the same.
    ignoreFetchAbort: true,
  });

  /** Undefined when the message is gone. */
  async function companyOf(source: string): Promise<string | undefined> {
    const found = await world.messageSource.findUnique({ where: { name: source }, select: { company: true } });
    return found?.company;
  }

  return {
    prepare: () => parser.prepare(),
    async read(source, company) {
      const reading = await opened.forceFetch(source, { context: { company } });
      // Another time the machine may have more to spare.
      if (reading.rendering === "too_slow") opened.delete(source);
      return reading;
    },
    text: (source, company) => readAs("text", source, company),
    headers: (source, company) => readAs("headers", source, company, { most: headersWithin }),
    attachment: (source, company, part) => readAs("attachment", source, company, { part }),
    raw,
    deepPage: openDeepPages(world, clock),
    image: openImages({ outbound, imageKey, companyOf }),
  };
}
