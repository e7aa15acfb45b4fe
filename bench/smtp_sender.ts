import { SmtpClient } from "@mayfly/server/testing/smtp_client";

/** Thrown when the server's reply is not the one that was expected. */
export class Answered extends Error {
  /** Three digits: 4xx is a temporary failure, 5xx a permanent one. */
  readonly code: string;
  constructor(reply: string) {
    super(`The server answered ${reply}`);
    this.code = reply.slice(0, 3);
  }
}

/** One kept SMTP connection that sends message after message and says when it has read the reply to each. */
export class SmtpSender {
  readonly #client: SmtpClient;

  private constructor(client: SmtpClient) {
    this.#client = client;
  }

  static async open(port: number): Promise<SmtpSender> {
    const sender = new SmtpSender(await SmtpClient.connect(port));
    try {
      check(await sender.#client.reply(), "220");
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

  /** Begins a message, up to the 354. */
  async begin(to: string | string[]): Promise<void> {
    await this.#say("MAIL FROM:<sender@elsewhere.example>", "250");
    for (const one of [to].flat()) await this.#say(`RCPT TO:<${one}>`, "250");
    await this.#say("DATA", "354");
  }

  async finish(message: string): Promise<void> {
    await this.#say(`${message}.`, "250");
  }

  /** Begins to send a message, and closes the connection before its end. */
  async leave(to: string, beginning: string): Promise<void> {
    await this.begin(to);
    await new Promise((resolve) => this.#client.socket.write(beginning, resolve));
    this.close();
  }

  close(): void {
    this.#client.socket.destroy();
  }

  async #say(line: string, wanted: string): Promise<void> {
    check(await this.#client.say(line), wanted);
  }
}

function check(reply: string | undefined, wanted: string) {
  if (reply === undefined) throw new Error("The server closed the connection");
  if (!reply.startsWith(wanted)) throw new Answered(reply);
}
