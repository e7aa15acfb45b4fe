import { type Api, dataOf, included } from "./api.ts";
import { NotInMessage } from "./errors.ts";
import type { Attachment, MessageData, MessageDetails } from "./resources.ts";

/** A message. What it says was written by whoever sent it: trust no link in it. */
export class Message {
  readonly #api: Api;
  /** As the server answered it. */
  readonly data: MessageData;

  constructor(api: Api, data: MessageData) {
    this.#api = api;
    this.data = data;
  }

  get id(): string {
    // A server of the version before does not send it.
    return this.data.id ?? this.data.name;
  }

  /** @deprecated It is `id`. */
  get name(): string {
    return this.id;
  }

  /** `Display Name <address>`, or the bare address. */
  get sender(): string {
    return this.data.sender;
  }

  get subject(): string {
    return this.data.subject;
  }

  /** When it came. */
  get creation(): Date {
    return new Date(this.data.creation);
  }

  /** It as plain text. @throws NotInMessage when it cannot be read */
  get text(): string {
    const { text } = this.data;
    if (text == null) throw this.#without("cannot be read as text", "Read it with raw().");
    return text;
  }

  /** The one-time code in it. @throws NotInMessage when there is none */
  get code(): string {
    if (this.data.code === "") throw this.#without("has no code", `Its text begins: ${this.data.preview}`);
    return this.data.code;
  }

  get links(): { url: string; text: string; action?: string }[] {
    return this.data.links ?? [];
  }

  /**
   * The URL of a link in it: the first whose URL or words match; without a pattern, the first that asks its reader to do
   * something, such as to verify, or else the first.
   * @throws NotInMessage when there is none
   */
  link(pattern?: string | RegExp): string {
    const found =
      pattern === undefined
        ? (this.links.find(({ action }) => action !== undefined) ?? this.links[0])
        : this.links.find(({ url, text }) => [url, text].some((words) => fits(words, pattern)));
    if (found !== undefined) return found.url;
    const there = this.links.map(({ url, text }) => `\n  ${text}: ${url}`).join("");
    throw this.#without(
      pattern === undefined ? "has no link" : `has no link with ${pattern}`,
      there && `It has:${there}`,
    );
  }

  /** Its HTML as the sender wrote it. @throws Refused with status 404 when there is none */
  html(): Promise<string> {
    const params = { path: { id: this.id } };
    return dataOf(this.#api.GET("/api/v1/messages/{id}/html", { params, parseAs: "text" }));
  }

  /** All of it, byte for byte (RFC 5322). */
  async raw(): Promise<Uint8Array> {
    const params = { path: { id: this.id } };
    return bytes(await dataOf(this.#api.GET("/api/v1/messages/{id}/raw", { params, parseAs: "arrayBuffer" })));
  }

  /** All headers in their order. */
  async headers(): Promise<{ name: string; value: string }[]> {
    const params = { path: { id: this.id } };
    return (await dataOf(this.#api.GET("/api/v1/messages/{id}/headers", { params }))).headers;
  }

  /** What only its reading tells: recipients, size, attachments. */
  details(): Promise<MessageDetails> {
    const params = { path: { id: this.id }, query: { include: included } };
    return dataOf(this.#api.GET("/api/v1/messages/{id}", { params }));
  }

  async attachments(): Promise<Attachment[]> {
    return (await this.details()).attachments;
  }

  /** The bytes of a file that came with it. @throws NotInMessage when it has none of that name */
  async attachment(filename: string): Promise<Uint8Array> {
    const attachments = await this.attachments();
    const found = attachments.find((attachment) => attachment.filename === filename);
    if (found === undefined) {
      const names = attachments.map((attachment) => attachment.filename).join(", ");
      throw this.#without(`has no attachment ${filename}`, names && `It has: ${names}`);
    }
    const params = { path: { id: this.id, part: found.part } };
    const call = this.#api.GET("/api/v1/messages/{id}/attachments/{part}", { params, parseAs: "arrayBuffer" });
    return bytes(await dataOf(call));
  }

  /** What happened to it, from the connection of its sender on. */
  async timeline(): Promise<{ what: string; creation: string; who: string | null; detail: string }[]> {
    const params = { path: { id: this.id } };
    return (await dataOf(this.#api.GET("/api/v1/messages/{id}/timeline", { params }))).data;
  }

  /** Makes the claim final by which it was waited for. */
  async ack(): Promise<void> {
    const { claim } = this.data;
    const body = claim === undefined ? {} : { claim: claim.claim };
    await this.#api.POST("/api/v1/messages/{id}/ack", { params: { path: { id: this.id } }, body });
  }

  /** Deletes it for good. */
  async delete(): Promise<void> {
    await this.#api.DELETE("/api/v1/messages/{id}", { params: { path: { id: this.id } } });
  }

  toJSON(): MessageData {
    return this.data;
  }

  #without(what: string, more: string): NotInMessage {
    return new NotInMessage(`The message '${this.subject}' from ${this.sender} ${what}.${more && ` ${more}`}`);
  }
}

const fits = (text: string, pattern: string | RegExp) =>
  typeof pattern === "string" ? text.includes(pattern) : text.search(pattern) >= 0;

/** The document says of a download only that it is binary, which the types have as a string. */
const bytes = (data: unknown) => new Uint8Array(data as ArrayBuffer);
