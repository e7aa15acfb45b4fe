import type { FailedCriterion, Match, SearchHit } from "@mayfly/contracts";
import type { FoundAttachment, MessageHeaders, MessageText, ShownText } from "./read_parts.ts";
import type { LinkQuery } from "./show/image_link.ts";
import type { Rendered } from "./show/render.ts";
import type { ListedFields, Searched } from "./show/searched.ts";
import type { Parsed, TaskArguments } from "./task.ts";

/** A message as it came, piece by piece. */
export interface Raw {
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

/** A list of messages, the newest first: those of one address, or all that a company has. */
export interface MessageList {
  company: string;
  address?: string | undefined;
}

export interface Image {
  content_type: string;
  bytes: Buffer;
}

/**
 * @param session the hash of the caller's session token, if the request came with one
 * @throws Refusal when the link is not ours, too old or another reader's, message or image is missing, or a company asks
 * for too many at once
 */
export type LoadImage = (link: LinkQuery, session?: Uint8Array) => Promise<Image & { company: string }>;

/** A message as it is shown. */
export interface Opened extends Rendered {
  /** Bytes of the whole message. */
  size: number;
}

export type TextAndLinks = MessageText & Pick<Opened, "links">;

/** Until when somebody waits. */
export interface Until {
  isOver(): boolean;
  /** Milliseconds until then. */
  left(): number;
}

/** A message was not read in the time of whoever asked. */
export class TooLate extends Error {}

/** A message that is to be indexed. */
export interface ToIndex {
  source: string;
  company: string;
  row: ListedFields;
}

/** What the index holds of a message: its tokens, with blanks between. */
export interface Indexed {
  size: number;
  tokens: Parsed<string>;
}

/**
 * Reads stored messages for people. Each is given by the name of its source and the company that it belongs to.
 * @throws Refusal when the message is gone; TooLate when it is not read until the deadline, if there is one
 */
export interface Messages {
  read(source: string, company: string, until?: Until): Promise<Opened>;
  /** Starts the parser thread, which is slow to start. Called when a user connects, who will soon want to read. */
  prepare(): void;
  /** The message as plain text; undefined when the parser cannot read it. */
  text(source: string, company: string, until?: Until): Promise<MessageText | undefined>;
  /** That and its links, read at once; undefined when one of them cannot be read. */
  textAndLinks(source: string, company: string, until?: Until): Promise<TextAndLinks | undefined>;
  /** The same in two parts: what its HTML shows its reader, and what it hides. */
  shownText(source: string, company: string, until?: Until): Promise<ShownText | undefined>;
  /** What a search looks at; of a message that the parser cannot read, its row. */
  searched(
    source: string,
    company: string,
    given: NonNullable<TaskArguments["searched"]>,
    until?: Until,
  ): Promise<Searched & Pick<Opened, "size">>;
  /**
   * Reads messages for the index. Each has its own promise; undefined when the message is gone.
   * @param isPatient whether each may take as long as one that is opened; otherwise what takes longer fails, to be read later
   */
  indexed(messages: ToIndex[], isPatient: boolean): Promise<Promise<Indexed | undefined>[]>;
  /** Where it has the words; of a message that the parser cannot read, its row without marks. */
  found(source: string, company: string, given: NonNullable<TaskArguments["found"]>, until?: Until): Promise<SearchHit>;
  /** What it lacks of what a wait asks of its content; undefined when the parser cannot read it. */
  failures(source: string, company: string, match: Match, until?: Until): Promise<FailedCriterion[] | undefined>;
  /** The message's HTML as its sender wrote it; undefined when there is none, or it is too long or cannot be read. */
  html(source: string, company: string, until?: Until): Promise<string | undefined>;
  headers(source: string, company: string): Promise<MessageHeaders | undefined>;
  /** Undefined when there is no such part, or the parser cannot read the message. */
  attachment(source: string, company: string, part: number): Promise<FoundAttachment | undefined>;
  /** At most the first `most` bytes of the message. */
  raw(source: string, most?: number): Promise<Raw>;
  /** A message's content, with image links that work in the session of this token. */
  forReader(content: string, source: string, token: string): string;
  /** An image that a link of a message leads to. */
  image: LoadImage;
  /** The names of messages of a list, the newest first. */
  deepPage(list: MessageList, start: number, length: number): Promise<string[]>;
}
