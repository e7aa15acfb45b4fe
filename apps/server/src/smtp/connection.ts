import type { Socket } from "node:net";
import type { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { longestLogin, takeAnyLogin } from "./any_login.ts";
import { chunkTaken } from "./chunking.ts";
import { holdBack, release } from "./hold_back.ts";
import { MailStream } from "./mail_stream.ts";
import { type EarlyRefusal, RefusingConnection } from "./refusing_connection.ts";
import { asError, give, replies } from "./reply.ts";

const quotedAddress = /^([^:]*:\s*<)"((?:[ !#-[\]-~]|\\[ -~])*)"(@.*)$/s;
/** A local part that means the same without its quotes. */
const dotAtom = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** An address without its angle brackets, which Postfix takes too. */
const bareAddress = /^((?:mail from|rcpt to)\s*:\s*)([^\s<>"@]+@[^\s<>"@]+|[\w.+-]+)(?=\s|$)/i;
/** A sender without a domain, such as `<root>`, as programs of one host have it. */
const localSender = /^(mail from\s*:\s*<)([\w!#$%&'*+/=?^`{|}~.-]+)(>.*)$/is;

/** The domain of an address, as the client wrote it. */
const givenDomain = /(?<=@)[^@<>\s]+(?=>)/;

/** MAIL or RCPT of an ordinary address without parameters, as most are. smtp-server's parser would take far longer. */
const plainCommand = /^(mail from|rcpt to):\s*<([\w!#$%&'*+/=?^`{|}~.-]+@[a-z\d.-]+)>\s*$/i;

/** The longest command other than AUTH, and the longest line that is read at all. Octets, without the CRLF. */
const longestCommand = 4096;
export const longestLine = 16_384;

const ended = String(asError(replies.ended).responseCode);

/** Commands that a client may send without completing a message, in addition to a RCPT for each permitted recipient. */
const idleCommands = 100;

/** One function for all sockets: V8 makes slow dictionaries of objects whose accessors are functions of their own. */
const readyState: PropertyDescriptor & ThisType<Socket> = {
  get() {
    return this.writable ? "open" : "closed";
  },
};

interface Limits {
  maxErrors: number;
  maxRecipients: number;
  /** Called with the code and the rest of each 4xx or 5xx reply, whether our code or smtp-server decides on it. */
  onRefusal(code: number, text: string): void;
  onEarlyRefusal(refusal: EarlyRefusal): void;
}

/** smtp-server's connection, which here greets sooner, joins replies, counts errors, and reads addresses in quotes. */
export class MailConnection extends RefusingConnection {
  readonly #maxErrors: number;
  readonly #maxCommands: number;
  readonly #onRefusal: Limits["onRefusal"];
  readonly #onEarlyRefusal: Limits["onEarlyRefusal"];
  #errors = 0;
  #commands = 0;

  constructor(
    { maxErrors, maxRecipients, onRefusal, onEarlyRefusal }: Limits,
    ...given: ConstructorParameters<typeof SMTPConnection>
  ) {
    super(...given);
    this.#maxErrors = maxErrors;
    this.#onRefusal = onRefusal;
    this.#onEarlyRefusal = onEarlyRefusal;
    this.#maxCommands = maxRecipients + idleCommands;
  }

  protected override onEarlyRefusal(refusal: EarlyRefusal): void {
    this.#onEarlyRefusal(refusal);
  }

  /**
   * Greets at once. smtp-server makes every client wait 100 ms, to catch those that talk before its greeting. Here all
   * mail is wanted, and soon. HTTP requests are still refused at their first line.
   */
  override init(): void {
    this.#hearOut();
    this._setListeners(() => this.connectionReady());
  }

  /**
   * Ends a session at its last permitted error, whether our code or smtp-server finds it (threat 8). Too many commands
   * without a message count as errors too: they cost the client nothing. Writing to many people is no guessing: an
   * address that has ended is no error, and a client may name more recipients than it may have (RFC 5321, 4.5.3.1.10).
   */
  override send(code: number, text?: string | string[] | null, context?: string | false): void {
    // A client that has hung up gets no reply.
    if (!this._socket.writable) return;
    holdBack(this._socket);
    if (context !== "TOO_MANY_RECIPIENTS" && context !== chunkTaken)
      this.#commands = context === "DATA_OK" ? 0 : this.#commands + 1;
    // Our own reply codes carry the enhanced status code as well.
    const basic = Number.parseInt(String(code), 10);
    const isError = basic >= 500 && String(code) !== ended;
    if (isError || this.#commands > this.#maxCommands) this.#errors += 1;
    if (this.#errors < this.#maxErrors) {
      if (basic >= 400) this.#onRefusal(basic, [text ?? []].flat().join(" "));
      super.send(code, text, context);
    } else {
      // smtp-server closes the connection after a 421.
      const last = replies.tooManyErrors;
      this.#onRefusal(last.code, last.text);
      super.send(last.code, `${last.status} ${last.text}`, false);
    }
  }

  /** smtp-server has one limit for all lines; here commands other than AUTH have a lower one. */
  override _onCommand(command: Buffer, callback?: () => void): void {
    if (command.length > longestCommand && !this._upgrading) this.#onLongLine(command, callback);
    else super._onCommand(command, callback);
  }

  /** Only an AUTH exchange may have longer lines than other commands. */
  #onLongLine(command: Buffer, callback?: () => void): void {
    const isLogin = this._nextHandler !== false || /^auth /i.test(command.toString("latin1", 0, 5));
    if (isLogin && command.length <= longestLogin) {
      super._onCommand(command, callback);
      return;
    }
    this._nextHandler = false;
    give(this, isLogin ? replies.loginTooLong : replies.commandTooLong);
    callback?.();
  }

  /** smtp-server's own takes a login amid a transaction (RFC 4954, 4), and has the application check each. */
  override handler_AUTH(command: Buffer, callback: () => void): void {
    takeAnyLogin(this, command, callback);
  }

  /** Sends the replies in plain text before TLS takes the socket. A client that ends amid the handshake gets none. */
  override upgrade(...[callback, secureCallback]: Parameters<SMTPConnection["upgrade"]>): void {
    release(this._socket);
    this._socket.allowHalfOpen = false;
    super.upgrade(callback, () => {
      this.#hearOut();
      secureCallback?.();
    });
  }

  /** Closes when the parser finishes: the client has ended its side, and everything it sent before is answered. */
  override _createParser(): MailStream {
    const parser = new MailStream({ maxCommandLength: this._server.options.maxCommandLength });
    parser.oncommand = (command, callback) => this._onCommand(command, callback);
    parser.on("error", ({ message }) => this.send(421, `Error: ${message}`));
    parser.once("finish", () => this.close());
    return parser;
  }

  /**
   * Lets a client end its side after its last command (Exim does, after QUIT) and still read the replies: without them
   * it would send its mail again.
   */
  #hearOut(): void {
    const socket = this._socket;
    socket.allowHalfOpen = true;
    // smtp-server writes to sockets in the state "open" only, but one whose client has ended its side is "writeOnly".
    Object.defineProperty(socket, "readyState", readyState);
  }

  /**
   * smtp-server splits an address even at blanks and special characters within quotes (RFC 5321, 4.1.2). It also
   * decodes a domain that is given in Punycode, and the result can be taken for somebody else's domain. And it takes
   * neither an address without angle brackets nor a sender without a domain, which many programs send.
   */
  override _parseAddressCommand(name: string, command: Buffer | string) {
    const line = command.toString();
    const [, ordinary, address = ""] = plainCommand.exec(line) ?? [];
    if (ordinary?.toLowerCase() === name) return { address, args: false as const };
    const said = line.replace(bareAddress, "$1<$2>");
    const [, begin, sender = "", rest] = localSender.exec(said) ?? [];
    if (begin !== undefined) {
      const parsed = super._parseAddressCommand(name, `${begin}${sender}@localhost${rest}`);
      return parsed && { ...parsed, address: sender };
    }
    const [, before, quoted = "", after] = quotedAddress.exec(said) ?? [];
    const plain = before === undefined ? said : `${before}x${after}`;
    const parsed = super._parseAddressCommand(name, plain);
    const at = parsed ? parsed.address.lastIndexOf("@") : -1;
    // Bad syntax, the null sender, or `<postmaster>` without a domain.
    if (!parsed || at < 0) return parsed;
    const unquoted = quoted.replace(/\\(.)/g, "$1");
    const local =
      before === undefined ? parsed.address.slice(0, at) : dotAtom.test(unquoted) ? unquoted : `"${quoted}"`;
    const given = givenDomain.exec(plain)?.[0] ?? "";
    const domain = /^[!-~]+$/.test(given) ? given : parsed.address.slice(at + 1);
    return { ...parsed, address: `${local}@${domain}` };
  }
}
