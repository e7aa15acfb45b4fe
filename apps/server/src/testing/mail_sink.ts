import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";

interface SunkMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The bytes of the files that it carries. */
  files: Buffer[];
}

/** A mail server that keeps the mails it receives; a test sets OUTGOING_MAIL_URL to its `url`. */
export class MailSink implements AsyncDisposable {
  readonly #mails: SunkMail[] = [];
  #arrived = Promise.withResolvers<void>();
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, { envelope }, answer) => {
      simpleParser(stream, (error, mail) => {
        if (error) return answer(error);
        const { subject = "", text = "", html, attachments } = mail;
        const files = attachments.map(({ content }) => content);
        for (const { address } of envelope.rcptTo)
          this.#mails.push({ to: address, subject, text, html: html === false ? "" : html, files });
        answer();
        this.#arrived.resolve();
        this.#arrived = Promise.withResolvers();
      });
    },
  });

  static async open(): Promise<MailSink> {
    const sink = new MailSink();
    await once(sink.#server.listen(0, "127.0.0.1"), "listening");
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** The next mail to an address that has not been returned before. Waits for it. */
  async next(to: string): Promise<SunkMail> {
    for (;;) {
      const index = this.#mails.findIndex((mail) => mail.to === to);
      const [mail] = index < 0 ? [] : this.#mails.splice(index, 1);
      if (mail !== undefined) return mail;
      await this.#arrived.promise;
    }
  }

  async [Symbol.asyncDispose]() {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}
