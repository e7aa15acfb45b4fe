import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * What is between a client and its server: nothing that hinders; nobody at the port; somebody who takes connections and passes
 * nothing; or a byte a second each way.
 */
export type Way = "open" | "refused" | "frozen" | "slow";

const slowMilliseconds = 1_000;

/** A TCP proxy on loopback, whose way to a real server can be hindered. */
export class FaultProxy implements AsyncDisposable {
  readonly #target: number;
  readonly #server = createServer({ allowHalfOpen: true }, (client) => this.#join(client));
  readonly #pipes = new Set<Pipe>();
  #way: Way = "open";
  port = 0;
  /** Connections that were taken. */
  connections = 0;

  private constructor(target: number) {
    this.#target = target;
  }

  static async open(target: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await proxy.#listen();
    return proxy;
  }

  async [Symbol.asyncDispose]() {
    await this.set("refused");
  }

  /** What was held back on the way passes as soon as the way allows it. */
  async set(way: Way): Promise<void> {
    if (way === this.#way) return;
    const before = this.#way;
    this.#way = way;
    if (way === "refused") {
      for (const pipe of this.#pipes) pipe.cut();
      await new Promise((closed) => this.#server.close(closed));
    } else if (before === "refused") await this.#listen();
    for (const pipe of this.#pipes) pipe.pass(way);
  }

  async #listen() {
    this.#server.listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = (this.#server.address() as AddressInfo).port;
  }

  #join(client: Socket) {
    this.connections += 1;
    const server = connect({ port: this.#target, host: "127.0.0.1", allowHalfOpen: true });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      const pipe = new Pipe(from, to);
      this.#pipes.add(pipe);
      from.on("close", () => {
        this.#pipes.delete(pipe);
        pipe.cut();
      });
      pipe.pass(this.#way);
    }
  }
}

/** One direction of a connection. */
class Pipe {
  readonly #from: Socket;
  readonly #to: Socket;
  #held = Buffer.alloc(0);
  #hasEnded = false;
  #way: Way = "open";
  #drip: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket) {
    this.#from = from;
    this.#to = to;
    from.on("error", () => this.cut());
    from.on("data", (bytes: Buffer) => {
      this.#held = Buffer.concat([this.#held, bytes]);
      this.#flush();
    });
    from.on("end", () => {
      this.#hasEnded = true;
      this.#flush();
    });
  }

  pass(way: Way) {
    this.#way = way;
    clearInterval(this.#drip);
    if (way === "slow") {
      this.#drip = setInterval(() => {
        if (this.#held.length > 0) this.#to.write(this.#held.subarray(0, 1));
        this.#held = this.#held.subarray(1);
      }, slowMilliseconds);
    }
    this.#flush();
  }

  cut() {
    clearInterval(this.#drip);
    this.#from.destroy();
    this.#to.destroy();
  }

  #flush() {
    if (this.#way !== "open") return;
    if (this.#held.length > 0) this.#to.write(this.#held);
    this.#held = Buffer.alloc(0);
    if (this.#hasEnded) this.#to.end();
  }
}
