import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { holdBack, release } from "./hold_back.ts";
import { MailStream } from "./mail_stream.ts";
import { asError, type Reply, replies } from "./reply.ts";

const quotedAddress = /^([^:]*:\s*<)"((?:[ !#-[\]-~]|\\[ -~])*)"(@.*)$/s;
/** What means the same without quotes. */
const dotAtom = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** The domain of an address, as it was given. */
const givenDomain = /(?<=@)[^@<>\s]+(?=>)/;

/** One that names an ordinary address, without parameters, as most do: smtp-server would look into it for far longer. */
const plainCommand = /^(mail from|rcpt to):\s*<([\w!#$%&'*+/=?^`{|}~.-]+@[a-z\d.-]+)>\s*$/i;

const ended = String(asError(replies.ended).responseCode);

/** Commands beside those of a whole message. */
const idleCommands = 100;

interface Limits {
  maxErrors: number;
  maxRecipients: number;
  /** Told the code of each reply that says no, whoever finds the reason. */
  onRefusal(code: number): void;
}

/** smtp-server's, which greets sooner, answers together, counts errors, and reads addresses in quotes. */
export class MailConnection extends SMTPConnection {
  readonly #maxErrors: number;
  readonly #maxCommands: number;
  readonly #onRefusal: Limits["onRefusal"];
  #errors = 0;
  #commands = 0;

  constructor({ maxErrors, maxRecipients, onRefusal }: Limits, ...given: ConstructorParameters<typeof SMTPConnection>) {
    super(...given);
    this.#maxErrors = maxErrors;
    this.#onRefusal = onRefusal;
    this.#maxCommands = maxRecipients + idleCommands;
  }

  /**
   * Greets at once. smtp-server has every client wait 100 ms, to turn away those that talk before its greeting; here all
   * mail is wanted, and soon. Requests of web pages are turned away by their first line all the same.
   */
  override init(): void {
    this.#hearOut();
    this._setListeners(() => this.connectionReady());
  }

  /**
   * Ends a session at its last permitted error, whether the error is found here or by smtp-server itself (threat 8). Too
   * many commands without a message are errors too: they cost nothing to send. Who writes to many people is no guesser:
   * an address that has ended is no error, and who has too many recipients may ask for all of them (RFC 5321, 4.5.3.1.10).
   */
  override send(code: number, text?: string | string[] | null, context?: string | false): void {
    // Who has hung up is told nothing.
    if (!this._socket.writable) return;
    holdBack(this._socket);
    if (context !== "TOO_MANY_RECIPIENTS") this.#commands = context === "DATA_OK" ? 0 : this.#commands + 1;
    // A code of ours holds its enhanced code too.
    const basic = Number.parseInt(String(code), 10);
    const isError = basic >= 500 && String(code) !== ended;
    if (isError || this.#commands > this.#maxCommands) this.#errors += 1;
    if (this.#errors < this.#maxErrors) {
      if (basic >= 400) this.#onRefusal(basic);
      super.send(code, text, context);
    } else {
      // smtp-server closes with a 421.
      const last = replies.tooManyErrors;
      this.#onRefusal(last.code);
      super.send(last.code, `${last.status} ${last.text}`, false);
    }
  }

  /** What has been said in plain text goes out before TLS has the socket. Who ends amid the handshake waits for nothing. */
  override upgrade(...[callback, secureCallback]: Parameters<SMTPConnection["upgrade"]>): void {
    release(this._socket);
    this._socket.allowHalfOpen = false;
    super.upgrade(callback, () => {
      this.#hearOut();
      secureCallback?.();
    });
  }

  /** The parser of one who ends is finished once all that came before the end is answered. */
  override _createParser(): MailStream {
    const parser = new MailStream({ maxCommandLength: this._server.options.maxCommandLength });
    parser.oncommand = (command, callback) => this._onCommand(command, callback);
    parser.on("error", ({ message }) => this.send(421, `Error: ${message}`));
    parser.once("finish", () => this.close());
    return parser;
  }

  /**
   * A client may end its side once it has said all (Exim does, behind its QUIT), and still hears what became of it: else it
   * sends its mail again.
   */
  #hearOut(): void {
    const socket = this._socket;
    socket.allowHalfOpen = true;
    // smtp-server writes to "open" ones only, and one whose client has ended is "writeOnly".
    Object.defineProperty(socket, "readyState", { get: () => (socket.writable ? "open" : "closed") });
  }

  /**
   * smtp-server takes an address apart at blanks and signs that stand within quotes (RFC 5321, 4.1.2), too. And it writes
   * a domain that is given in Punycode in the letters that it stands for: it is another's, then.
   */
  override _parseAddressCommand(name: string, command: Buffer | string) {
    const said = command.toString();
    const [, ordinary, address = ""] = plainCommand.exec(said) ?? [];
    if (ordinary?.toLowerCase() === name) return { address, args: false as const };
    const [, before, quoted = "", after] = quotedAddress.exec(said) ?? [];
    const plain = before === undefined ? said : `${before}x${after}`;
    const parsed = super._parseAddressCommand(name, plain);
    const at = parsed ? parsed.address.lastIndexOf("@") : -1;
    // Nobody, or postmaster.
    if (!parsed || at < 0) return parsed;
    const unquoted = quoted.replace(/\\(.)/g, "$1");
    const local =
      before === undefined ? parsed.address.slice(0, at) : dotAtom.test(unquoted) ? unquoted : `"${quoted}"`;
    const given = givenDomain.exec(plain)?.[0] ?? "";
    const domain = /^[!-~]+$/.test(given) ? given : parsed.address.slice(at + 1);
    return { ...parsed, address: `${local}@${domain}` };
  }
}

/** Ends a connection with a reply that nobody asked for. */
export function hangUp(wire: SMTPConnection, { code, status, text }: Reply) {
  wire.send(code, `${status} ${text}`, false);
  wire.close();
}
