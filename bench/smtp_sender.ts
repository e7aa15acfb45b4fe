import { connect, type Socket } from "node:net";

/** A reply that is not the one that was hoped for. */
export class Answered extends Error {
  /** Three digits: 4xx for now, 5xx for good. */
  readonly code: string;
  constructor(reply: string) {
    super(`The server answered ${reply.trim()}`);
    this.code = reply.slice(0, 3);
  }
}

/** One kept SMTP connection that sends message after message and says when it has read the reply to each. */
export class SmtpSender {
  readonly #socket: Socket;
  #received = "";
  #waiting: { resolve(reply: string): void; reject(error: Error): void } | undefined;
  #failure: Error | undefined;

  private constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (text: string) => this.#take(text));
    this.#socket.on("error", (error) => this.#fail(error));
    this.#socket.on("close", () => this.#fail(new Error("The server closed the connection")));
  }

  static async open(port: number): Promise<SmtpSender> {
    const sender = new SmtpSender(port);
    try {
      await sender.#reply("220");
      await sender.#say("EHLO bench.example", "250");
      return sender;
    } catch (error) {
      sender.close();
      throw error;
    }
  }

  /** @param message with CRLF line ends, its last included, and no line that starts with a dot */
  async send(to: string | string[], message: string): Promise<void> {
    await this.begin(to);
    await this.finish(message);
  }

  /** As far as the 354. */
  async begin(to: string | string[]): Promise<void> {
    await this.#say("MAIL FROM:<sender@elsewhere.example>", "250");
    for (const one of [to].flat()) await this.#say(`RCPT TO:<${one}>`, "250");
    await this.#say("DATA", "354");
  }

  async finish(message: string): Promise<void> {
    await this.#say(`${message}.`, "250");
  }

  /** Begins to send a message, and is gone before its end. */
  async leave(to: string, beginning: string): Promise<void> {
    await this.begin(to);
    await new Promise((resolve) => this.#socket.write(beginning, resolve));
    this.close();
  }

  close(): void {
    this.#socket.destroy();
  }

  #say(line: string, wanted: string): Promise<void> {
    this.#socket.write(`${line}\r\n`);
    return this.#reply(wanted);
  }

  async #reply(wanted: string): Promise<void> {
    const reply = await new Promise<string>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#failure) reject(this.#failure);
    });
    if (!reply.startsWith(wanted)) throw new Answered(reply);
  }

  /** A reply is over with the line that has no hyphen behind its code (RFC 5321, 4.2.1). */
  #take(text: string) {
    this.#received += text;
    if (!/^\d{3}(?!-).*\r\n$/m.test(this.#received)) return;
    const reply = this.#received;
    this.#received = "";
    this.#waiting?.resolve(reply);
    this.#waiting = undefined;
  }

  #fail(error: Error) {
    this.#failure ??= error;
    this.#waiting?.reject(this.#failure);
    this.#waiting = undefined;
  }
}
