import type { SMTPServerDataStream, SMTPServerError } from "smtp-server";
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import type { MailStream } from "./mail_stream.ts";
import { give, hangUp, RefusedMessage, type Reply, replies } from "./reply.ts";

const bdat = /^bdat\s+(\d+)(\s+last)?\s*$/i;
const binary = "binarymime";

/** A chunk of at least so many octets costs the client something; smaller ones count as commands without a message. */
const worthyChunk = 512;
const nothing = () => {};

/** The context of the reply to such a chunk. */
export const chunkTaken = "CHUNK_TAKEN";

/**
 * smtp-server's connection with the extensions CHUNKING and BINARYMIME (RFC 3030), without which Exchange Online
 * bounces mail that has bare line feeds. A message comes in chunks of announced sizes, as the bytes that they are: no
 * dot is removed, and nothing in them is a command.
 */
export class ChunkingConnection extends SMTPConnection {
  /** The message that comes in chunks, from its first BDAT to the reply to its last. */
  #message: SMTPServerDataStream | undefined;
  /** Goes on with what comes after the last chunk. */
  #goOn = nothing;

  /** Only the reply to EHLO has several lines. */
  override send(code: number, text?: string | string[] | null, context?: string | false): void {
    super.send(code, Array.isArray(text) ? [...text, "CHUNKING", "BINARYMIME"] : text, context);
  }

  /** The octets of a refused chunk are read all the same: they are no commands (RFC 3030, section 2). */
  handler_BDAT(command: Buffer, next: () => void): void {
    const [, digits, last] = bdat.exec(command.toString()) ?? [];
    const size = Number(digits);
    const most = Number(this._server.options.size);
    // Where the next command begins is not known, or too far away.
    if (digits === undefined) hangUp(this, replies.chunkSyntax);
    else if (size + (this.#message?.byteLength ?? 0) > most) this.#refuseAll(replies.tooLarge(most));
    else if (this.session.envelope.rcptTo.length === 0) {
      this.#read(size, next, false, (goOn) => this.#refuse(replies.noRecipient, goOn));
    } else this.#take(size, last !== undefined, next);
  }

  /** DATA and BDAT do not mix, and DATA cannot carry what is binary (RFC 3030, sections 2 and 3). */
  override handler_DATA(command: Buffer, next: () => void): void {
    if (this.#message) this.#refuse(replies.dataAmidChunks, next);
    else if (`${this.session.envelope.bodyType}` === binary) this.#refuse(replies.dataOfBinary, next);
    else super.handler_DATA(command, next);
  }

  /** Whom a message is for is settled once its first chunk has come. */
  override handler_RCPT(command: Buffer, next: () => void): void {
    if (this.#message) this.#refuse(replies.recipientAmidChunks, next);
    else super.handler_RCPT(command, next);
  }

  /** smtp-server refuses BODY=BINARYMIME. */
  override _validateMailParams(parsed: Parameters<SMTPConnection["_validateMailParams"]>[0]) {
    const { args } = parsed;
    const isBinary = args && `${(args as Record<string, unknown>)["BODY"]}`.toLowerCase() === binary;
    return super._validateMailParams(isBinary ? { ...parsed, args: { ...args, BODY: "8BITMIME" } } : parsed);
  }

  /** EHLO, RSET and STARTTLS give up a message that has begun. */
  override _resetSession(): void {
    this.#giveUp();
    super._resetSession();
  }

  /** smtp-server gives up the message of a DATA only. */
  override _onClose(): void {
    super._onClose();
    this.#giveUp();
  }

  /** Whether a message is coming in, or waits for its reply. */
  protected hasMessage(): boolean {
    return this.#message !== undefined || Boolean(this._dataStream);
  }

  /** Ends the connection, and the message with the same reply, so that the application knows why. */
  #refuseAll(reply: Reply): void {
    if (this.session.envelope.rcptTo.length > 0) this.#message ??= this.#begin();
    const message = this.#message;
    hangUp(this, reply);
    this.#message = undefined;
    // Without a listener, the error would end the process.
    message?.destroy(message.listenerCount("error") > 0 ? new RefusedMessage(reply) : undefined);
  }

  #refuse(reply: Reply, next: () => void): void {
    give(this, reply);
    next();
  }

  #take(size: number, isLast: boolean, next: () => void): void {
    this.#message ??= this.#begin();
    const message = this.#message;
    this.#read(size, next, true, (goOn) => {
      if (isLast) {
        // As after DATA: smtp-server's idle timeout waits for the reply.
        this._dataStream = message;
        this.#goOn = goOn;
        this.#parser.endChunks();
      } else {
        this.send(250, `${size} octets received`, size < worthyChunk ? undefined : chunkTaken);
        this._whenWritable(goOn);
      }
    });
  }

  /** Reads a chunk. `whole` gets what goes on with the commands behind it. */
  #read(size: number, next: () => void, isKept: boolean, whole: (goOn: () => void) => void): void {
    if (size === 0) whole(next);
    else {
      this.#parser.readChunk(size, isKept, whole);
      next();
    }
  }

  get #parser(): MailStream {
    return this._parser as MailStream;
  }

  #begin(): SMTPServerDataStream {
    const message = this.#parser.startChunks(this._server.options.size);
    this._server.onData(message, this.session, (error, text) => {
      // A refusal waits for the last chunk.
      if (message.readable) message.once("end", () => this.#finish(message, error, text));
      else this.#finish(message, error, text);
    });
    return message;
  }

  /** Replies to the last chunk. */
  #finish(message: SMTPServerDataStream, error: SMTPServerError | null | undefined, text: unknown): void {
    // Nobody waits for a reply to a message that was given up.
    if (this.#message !== message) return;
    this.#message = undefined;
    this._dataStream = false;
    if (error) this.send(error.responseCode ?? 450, error.message);
    else this.send(250, `${text}`, "DATA_OK");
    this._transactionCounter += 1;
    this._unrecognizedCommands = 0;
    this._resetSession();
    const goOn = this.#goOn;
    this.#goOn = nothing;
    this._whenWritable(goOn);
  }

  #giveUp(): void {
    const message = this.#message;
    this.#message = undefined;
    if (message?.writable) message.destroy();
    if (message && this._parser) this._parser._dataStream = null;
  }
}
