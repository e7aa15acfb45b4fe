import { ChunkingConnection } from "./chunking.ts";
import { replies } from "./reply.ts";

/** A refusal of mail of which smtp-server tells the application nothing. */
export interface EarlyRefusal {
  mail_from: string;
  /** As the client named it; undefined: it named none. */
  recipient: string | undefined;
  /** The reply whole, as the client got it. */
  reply: string;
  /** How long ago that was: whether the client names a recipient, it shows later. Milliseconds. */
  ago: number;
}

/** Recipients over the limit that are told of, for each transaction: a client may name any number of them. */
const toldRecipients = 100;

/**
 * smtp-server's connection, which here tells of transactions that are refused before their message: at MAIL, whether or
 * not the client names recipients all the same (one that pipelines does, RFC 2920), of recipients over the limit, and of
 * connections that are closed with a 421 amid a transaction.
 */
export abstract class RefusingConnection extends ChunkingConnection {
  /** The transaction that was refused at its MAIL. */
  #refused: { mail_from: string; reply: string; at: number; isNamed: boolean } | undefined;
  /** The last reply that was a refusal. */
  #lastRefusal = "";
  #isOver = false;
  #told = 0;

  protected abstract onEarlyRefusal(refusal: EarlyRefusal): void;

  override send(code: number, text?: string | string[] | null, context?: string | false): void {
    super.send(code, text, context);
    // smtp-server keeps its own refusals; a code of ours is a text with the enhanced code (`asError`).
    if (Number.parseInt(String(code), 10) >= 400)
      this.#lastRefusal = typeof code === "string" ? `${code} ${text}` : (this.session.error ?? "");
    if (context === "TOO_MANY_RECIPIENTS") this.#isOver = true;
    // A message that is coming in tells of its end itself.
    if (code === 421 && !this.hasMessage()) for (const { address } of this.#recipients()) this.#tell(address);
  }

  override handler_MAIL(command: Buffer, next: () => void): void {
    this.#endRefused();
    const { envelope } = this.session;
    const isNested = Boolean(envelope.mailFrom);
    super.handler_MAIL(command, () => {
      if (!isNested && !envelope.mailFrom) {
        const parsed = this._parseAddressCommand("mail from", command);
        this.#refused = {
          ...{ mail_from: parsed ? parsed.address : "", reply: this.#lastRefusal },
          ...{ at: performance.now(), isNamed: false },
        };
      }
      next();
    });
  }

  override handler_RCPT(command: Buffer, next: () => void): void {
    this.#isOver = false;
    super.handler_RCPT(command, () => {
      if ((this.#refused || this.#isOver) && this.#told < toldRecipients) {
        const parsed = this._parseAddressCommand("rcpt to", command);
        if (parsed) this.#tell(parsed.address);
      }
      next();
    });
  }

  /** The reply tells how large the message was to be: nothing else is known of it. */
  override _validateMailParams(parsed: Parameters<ChunkingConnection["_validateMailParams"]>[0]) {
    const refusal = super._validateMailParams(parsed);
    if (refusal?.code !== 552) return refusal;
    const { SIZE: size } = parsed.args as Record<string, string>;
    const { text } = replies.tooLarge(Number(this._server.options.size));
    return { ...refusal, message: text.replace("Message", `Message of ${Number(size)} bytes`) };
  }

  /** EHLO, RSET, STARTTLS and the end of a message end a transaction. */
  override _resetSession(): void {
    this.#endRefused();
    super._resetSession();
  }

  /** The client may leave its side open after it. */
  override handler_QUIT(...given: Parameters<ChunkingConnection["handler_QUIT"]>): void {
    this.#endRefused();
    super.handler_QUIT(...given);
  }

  override _onClose(): void {
    this.#endRefused();
    super._onClose();
  }

  #tell(recipient: string | undefined): void {
    const { mail_from, reply } = this.#refused ?? { mail_from: this.#sender, reply: this.#lastRefusal };
    const ago = this.#refused && recipient === undefined ? performance.now() - this.#refused.at : 0;
    if (this.#refused) this.#refused.isNamed = true;
    this.#told += 1;
    this.onEarlyRefusal({ mail_from: mail_from.toWellFormed(), recipient, reply, ago });
  }

  #endRefused(): void {
    if (this.#refused && !this.#refused.isNamed) this.#tell(undefined);
    this.#refused = undefined;
    this.#told = 0;
  }

  #recipients() {
    return this.session.envelope?.rcptTo ?? [];
  }

  get #sender(): string {
    const { mailFrom } = this.session.envelope;
    return mailFrom ? mailFrom.address : "";
  }
}
