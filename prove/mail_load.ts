import { createHash, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { evenPace } from "../bench/pace.ts";
import { Answered, SmtpSender } from "../bench/smtp_sender.ts";

/** A message that was sent, as its sender remembers it. */
export interface Sent {
  to: string[];
  /** SHA-256 of its bytes. */
  hash: string;
  /** Tries that got a 354 and no 250: each may have been stored all the same (RFC 5321, 6.1). */
  open: number;
  /** When its 250 came, by performance.now(). */
  acknowledged?: number;
}

interface LoadOptions {
  /** SMTP ports, used in turns; a sender that cannot reach one tries the next. */
  ports: number[];
  /** Sets of recipients, in turns. */
  recipients: string[][];
  /** Messages a second. A message that is late is sent as soon as possible. */
  rate: number;
  connections: number;
}

/** How long a sender waits before it sends a message again that was not acknowledged. Milliseconds. */
const pause = 25;
/** Bytes of the bodies, in base64. Most mail is small, but a kill interrupts a large message more often. */
const sizes = [1_000, 2_000, 4_000, 6_000, 10_000, 3_000, 1_500, 8_000, 5_000, 60_000];

/** Sends like a mail server: at a steady rate, and each message again until it is acknowledged. */
export class MailLoad {
  readonly #options: LoadOptions;
  readonly #turn: (no: number) => Promise<void>;
  readonly #workers: Promise<void>[];
  #next = 0;
  #stopping = false;
  #waiting: { since: number; resolve(): void }[] = [];
  #underWay: (() => void)[] = [];
  /** By the id in the subject. */
  readonly sent = new Map<string, Sent>();
  /** How long each message took from its 354 to its 250, and when its sending began. Milliseconds. */
  readonly delays: { at: number; took: number }[] = [];
  readonly answers = {
    temporary: 0,
    permanent: [] as string[],
    /** 421: the sender is to come again, here or elsewhere. */
    closing: 0,
    unanswered: 0,
    /** Those of the unanswered that had got a 354, however much of the message was sent. */
    cut: 0,
  };

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#turn = evenPace(options.rate);
    this.#workers = Array.from({ length: options.connections }, (_, at) => this.#work(at));
  }

  get acknowledged(): number {
    return this.delays.length;
  }

  /** Fulfilled when a message is acknowledged whose sending began after this call. */
  nextAcknowledged(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ since: performance.now(), resolve }));
  }

  /** Fulfilled when the next message has got its 354, and not yet its reply. */
  nextUnderWay(): Promise<void> {
    return new Promise((resolve) => this.#underWay.push(resolve));
  }

  /** Sends nothing new, and ends when everything is acknowledged. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#workers);
  }

  async #work(worker: number) {
    const { ports, recipients } = this.#options;
    let turn = worker;
    let sender: SmtpSender | undefined;
    while (!this.#stopping) {
      const at = this.#next++;
      await this.#turn(at);
      if (this.#stopping) break;
      const id = `proof-${at}`;
      const to = recipients[at % recipients.length] ?? [];
      const message = proofMail(id, to, sizes[at % sizes.length] ?? 0);
      const sent: Sent = { to, hash: sha256(message), open: 0 };
      this.sent.set(id, sent);
      while (sent.acknowledged === undefined) {
        const begun = performance.now();
        let goAhead: number | undefined;
        try {
          sender ??= await SmtpSender.open(ports[turn++ % ports.length] ?? 0);
          await sender.begin(to);
          sent.open += 1;
          goAhead = performance.now();
          for (const resolve of this.#underWay.splice(0)) resolve();
          await sender.finish(message);
          sent.open -= 1;
          sent.acknowledged = performance.now();
          this.delays.push({ at: begun, took: sent.acknowledged - goAhead });
          this.#waiting = this.#waiting.filter(({ since, resolve }) => begun < since || resolve());
        } catch (error) {
          sender?.close();
          sender = undefined;
          this.#count(error, goAhead !== undefined);
          await wait(pause);
        }
      }
    }
    sender?.close();
  }

  #count(error: unknown, cut: boolean) {
    if (!(error instanceof Answered)) {
      this.answers.unanswered += 1;
      if (cut) this.answers.cut += 1;
    } else if (error.code === "421") this.answers.closing += 1;
    else if (error.code.startsWith("4")) this.answers.temporary += 1;
    else this.answers.permanent.push(error.message);
  }
}

export const sha256 = (message: string | Buffer) => createHash("sha256").update(message).digest("hex");

/** A message that carries its id, so that each stored copy can be identified. */
function proofMail(id: string, to: string[], bytes: number): string {
  const body = randomBytes((bytes * 3) / 4).toString("base64");
  return [
    "From: Proof <sender@elsewhere.example>",
    `To: ${to.join(", ")}`,
    `Subject: ${id}`,
    `Message-ID: <${id}@elsewhere.example>`,
    "",
    ...(body.match(/.{1,76}/g) ?? []),
    "",
  ].join("\r\n");
}
