import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface, type Interface } from "node:readline";

/** An SMTP client that sends exactly the bytes it is given. */
export class SmtpClient implements AsyncDisposable {
  readonly socket: Socket;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string>;

  constructor(socket: Socket) {
    this.socket = socket;
    this.#reader = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
    this.#lines = this.#reader[Symbol.asyncIterator]();
    socket.on("error", () => undefined);
  }

  /** Connects; the greeting is the first reply. @param localAddress another address of this machine */
  static async connect(port: number, localAddress = "127.0.0.1"): Promise<SmtpClient> {
    const socket = connect({ port, host: "127.0.0.1", localAddress, noDelay: true });
    await once(socket, "connect");
    return new SmtpClient(socket);
  }

  /** Connects and reads the greeting. */
  static async open(port: number, localAddress?: string): Promise<SmtpClient> {
    const client = await SmtpClient.connect(port, localAddress);
    await client.reply();
    return client;
  }

  /** Stops reading, and returns the bare socket. */
  detach(): Socket {
    this.#reader.close();
    return this.socket;
  }

  /** The next reply whole, lines joined by a line feed; undefined when the server has closed. */
  async reply(): Promise<string | undefined> {
    const lines: string[] = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) return lines.length > 0 ? lines.join("\n") : undefined;
      lines.push(value);
      if (value[3] !== "-") return lines.join("\n");
    }
  }

  write(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** Sends a line and reads the reply. */
  async say(line: string): Promise<string | undefined> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  /** Asks for TLS. @returns the bare socket, for the handshake @throws when it is refused */
  async startTls(): Promise<Socket> {
    await this.say("EHLO client.example");
    const reply = await this.say("STARTTLS");
    if (!reply?.startsWith("220 ")) throw new Error(`STARTTLS was answered with ${reply}`);
    return this.detach();
  }

  /** Sends EHLO to DATA. @returns the reply to DATA if it is a 354, otherwise the first refusal */
  async begin(to: string | string[], from = "sender@elsewhere.example"): Promise<string | undefined> {
    const lines = ["EHLO client.example", `MAIL FROM:<${from}>`, ...[to].flat().map((one) => `RCPT TO:<${one}>`)];
    const replies: (string | undefined)[] = [];
    for (const line of [...lines, "DATA"]) replies.push(await this.say(line));
    const last = replies.at(-1);
    return last?.startsWith("354") ? last : replies.find((reply) => !reply?.startsWith("2"));
  }

  /** Sends a message, given with CRLF line ends and no final dot. @returns the reply to it, or an earlier refusal */
  async send(to: string | string[], message: string | Buffer, from?: string): Promise<string | undefined> {
    const begun = await this.begin(to, from);
    if (!begun?.startsWith("354")) return begun;
    const stuffed = Buffer.from(message)
      .toString("latin1")
      .replace(/(^|\r\n)\./g, "$1..");
    this.write(Buffer.from(stuffed, "latin1"));
    return this.say(stuffed.endsWith("\r\n") ? "." : "\r\n.");
  }

  async [Symbol.asyncDispose]() {
    this.socket.destroy();
  }
}
