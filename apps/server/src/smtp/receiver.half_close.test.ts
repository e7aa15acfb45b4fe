import { duplexPair } from "node:stream";
import { connect as connectTls } from "node:tls";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { certificate } from "../testing/certificate.ts";
import { lockIsWaitedFor } from "../testing/lock.ts";
import { messagesTo } from "../testing/messages.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { type TestApp, type TestMember, testApp } from "../testing/test_app.ts";

const message = "Subject: Hello\r\n\r\nBody\r\n";
const ehlo = "EHLO client.example\r\n";

describe("the receiver, for a client that ends its side of the connection,", () => {
  const disposables = new AsyncDisposableStack();
  let app: TestApp;
  let owner: TestMember;
  let to: string;
  beforeAll(async () => {
    const { cert, key } = disposables.use(await certificate("mayfly.test"));
    app = disposables.use(await testApp({ ROLES: "smtp", METRICS_PORT: "0", SMTP_TLS_CERT: cert, SMTP_TLS_KEY: key }));
    owner = await app.member("Administrator");
  });
  /** Waits until the receiver counts no open connection. */
  const allHaveEnded = () => {
    const metrics = async () => (await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`)).text();
    return expect.poll(metrics).toMatch(/^mayfly_smtp_connections\S* 0$/m);
  };
  afterAll(() => disposables.disposeAsync());
  beforeEach(async () => {
    to = await app.address(owner);
    // With fake timers, no deadline ends a connection.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => allHaveEnded().finally(() => vi.useRealTimers()));

  /** A client that can end its side: in plain text, or within TLS with or without a close_notify. */
  interface Peer {
    client: SmtpClient;
    /** Sends the client's last bytes and ends its side. */
    end(bytes: string): void;
  }

  async function plain(): Promise<Peer> {
    const client = await SmtpClient.open(app.smtpPort);
    return { client, end: (bytes) => void client.socket.end(bytes) };
  }

  const startTls = async () => (await plain()).client.startTls();

  async function tls(): Promise<Peer> {
    const socket = connectTls({ socket: await startTls(), rejectUnauthorized: false });
    return { client: new SmtpClient(socket), end: (bytes) => void socket.end(bytes) };
  }

  async function tlsCutShort(): Promise<Peer> {
    const raw = await startTls();
    const [near, far] = duplexPair();
    raw.pipe(far).pipe(raw);
    const socket = connectTls({ socket: near, rejectUnauthorized: false });
    return { client: new SmtpClient(socket), end: (bytes) => void socket.write(bytes, () => raw.end()) };
  }

  const stored = async () => (await messagesTo(app.rootDb, to)).length;
  const transaction = () => `MAIL FROM:<a@elsewhere.example>\r\nRCPT TO:<${to}>\r\nDATA\r\n${message}.\r\n`;

  async function replies(client: SmtpClient) {
    const all: string[] = [];
    for (let reply = await client.reply(); reply !== undefined; reply = await client.reply())
      all.push(reply.slice(0, 3));
    return all;
  }

  describe.each([
    ["in plain text", plain],
    ["within TLS", tls],
    ["within TLS, without a word", tlsCutShort],
  ])("%s", (_how, open) => {
    it("answers its last message and its QUIT, and stores the message once", async () => {
      const { client, end } = await open();
      expect(await client.begin(to)).toMatch(/^354 /);
      end(`${message}.\r\nQUIT\r\n`);
      expect(await client.reply()).toMatch(/^250 2\.6\.0 stored as /);
      expect(await client.reply()).toMatch(/^221 /);
      expect(await client.reply()).toBeUndefined();
      expect(await stored()).toBe(1);
    });

    it("answers its last message, and closes the connection", async () => {
      const { client, end } = await open();
      await client.begin(to);
      end(`${message}.\r\n`);
      expect(await replies(client)).toEqual(["250"]);
      expect(await stored()).toBe(1);
    });

    it("answers a whole session that is sent at once, and ignores what follows its QUIT", async () => {
      const { client, end } = await open();
      end(`${ehlo}${transaction()}QUIT\r\n${transaction()}`);
      expect(await replies(client)).toEqual(["250", "250", "250", "354", "250", "221"]);
      expect(await stored()).toBe(1);
    });

    it("answers each of several messages that are sent at once", async () => {
      const { client, end } = await open();
      end(`${ehlo}${transaction()}${transaction()}`);
      expect(await replies(client)).toEqual(["250", ...Array(2).fill(["250", "250", "354", "250"]).flat()]);
      expect(await stored()).toBe(2);
    });

    it.each([
      ["nothing", () => "", []],
      ["EHLO", () => ehlo, ["250"]],
      ["half a command", () => `${ehlo}MAIL FR`, ["250", "501"]],
      ["half a message", () => `${ehlo}${transaction().slice(0, -5)}`, ["250", "250", "250", "354"]],
      ["half a dot", () => `${ehlo}${transaction().slice(0, -2)}`, ["250", "250", "250", "354"]],
    ])("closes the connection after %s, and stores nothing", async (_what, said, answers) => {
      const { client, end } = await open();
      end(said());
      expect(await replies(client)).toEqual(answers);
      expect(await stored()).toBe(0);
    });
  });

  it("closes the connection during a TLS handshake", async () => {
    for (const said of ["", "\x16\x03\x01\x02"]) {
      const raw = await startTls();
      raw.end(said);
      await new Promise((closed) => raw.resume().once("close", closed));
    }
    for (const said of ["STARTTLS\r\n", "STARTTLS"]) {
      const { client, end } = await plain();
      end(`${ehlo}${said}`);
      expect(await replies(client), said).toEqual(["250", "220"]);
    }
  });

  it("stores its message and stops counting its connection although it never reads", async () => {
    const { client, end } = await plain();
    client.detach().pause();
    end(`${ehlo}${transaction()}QUIT\r\n`);
    await allHaveEnded();
    expect(await stored()).toBe(1);
  });

  /** Locks the table, so that no message is stored before the returned function is called. */
  async function holdUp({ databaseUrl }: TestApp) {
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    await other.query("BEGIN; LOCK TABLE customer_inbox IN EXCLUSIVE MODE");
    return () => other.end();
  }

  it("still ends a transaction that takes too long (threat 7)", async () => {
    vi.useRealTimers();
    // One of its own: ten minutes pass for its database connections and parser threads, too.
    await using slow = await testApp({ ROLES: "smtp" });
    const address = await slow.address(await slow.member("Administrator"));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await using client = await SmtpClient.open(slow.smtpPort);
    await client.begin(address);
    const goOn = await holdUp(slow);
    client.socket.end(`${message}.\r\n`);
    await lockIsWaitedFor(slow.rootDb);
    vi.advanceTimersByTime(600_000);
    expect(await client.reply()).toBe("421 4.4.2 Transaction took too long");
    expect(await client.reply()).toBeUndefined();
    await goOn();
    vi.useRealTimers();
  });

  it("finishes storing its message before the receiver stops", async () => {
    const { client, end } = await plain();
    await client.begin(to);
    const goOn = await holdUp(app);
    end(`${message}.\r\nQUIT\r\n`);
    await lockIsWaitedFor(app.rootDb);
    const stopped = app.stopReceiving();
    await goOn();
    expect(await replies(client)).toEqual(["250", "421"]);
    await stopped;
    expect(await stored()).toBe(1);
  });
});
