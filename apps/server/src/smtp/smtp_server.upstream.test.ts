import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { SMTPStream } from "smtp-server/lib/smtp-stream.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// The stock smtp-server, without our overrides (docs/overrides.md). A test that fails says that a new version does
// something else: whether the override that it names is still needed, and still right.

const changed = (override: string) => `smtp-server has changed: is ${override} still needed (docs/overrides.md)?`;
const lines = (...said: string[]) => said.map((line) => `${line}\r\n`).join("");

describe("the stock connection", () => {
  let port: number;
  const server = new SMTPServer({
    ...{ authOptional: true, allowInsecureAuth: true, disabledCommands: ["STARTTLS"], hideENHANCEDSTATUSCODES: false },
    ...{ disableReverseLookup: true, lenientAddressParsing: true, logger: false },
    onAuth: (_auth, _session, done) => done(null, { user: "anybody" }),
    onMailFrom({ address }, _session, done) {
      if (address !== "late@b.example") return done();
      // Decides after the client has ended its side.
      const [{ _socket: socket }] = [...server.connections] as [SMTPConnection];
      socket.once("end", () => setImmediate(() => setImmediate(done)));
    },
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error("No such address"), { responseCode: 550 })),
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.server.address();
    port = typeof address === "object" && address ? address.port : 0;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

  /** Says all at once when greeted, ends its side if it does not QUIT, and reads to the end. */
  async function session(...said: string[]) {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).setEncoding("latin1");
    const begin = performance.now();
    let waited = 0;
    let replies = "";
    for await (const data of socket) {
      if (replies === "") {
        waited = performance.now() - begin;
        socket.write(lines(...said));
        if (said.at(-1) !== "QUIT") socket.end();
      }
      replies += data;
    }
    socket.destroy();
    return { waited, replies: replies.split("\r\n").filter((line) => /^\d{3} /.test(line)) };
  }

  it("makes a client wait for its greeting", async () => {
    const { waited } = await session("QUIT");
    expect(waited, changed("MailConnection.init")).toBeGreaterThan(90);
  });

  it("gives no reply to a client that has ended its side", async () => {
    const { replies } = await session("EHLO a", "MAIL FROM:<late@b.example>");
    expect(replies, changed("MailConnection.#hearOut")).toEqual([
      expect.stringMatching(/^220 /),
      expect.stringMatching(/^250 /),
    ]);
  });

  it("lets a client make any number of errors", async () => {
    const guesses = Array.from({ length: 50 }, (_, no) => `RCPT TO:<a${no}@b.example>`);
    const { replies } = await session("EHLO a", "MAIL FROM:<a@b.example>", ...guesses, "QUIT");
    expect(replies, changed("MailConnection.send")).toHaveLength(54);
    expect(replies.at(-1), changed("MailConnection.send")).toMatch(/^221 /);
  });

  it("takes a login amid a transaction (RFC 4954, 4)", async () => {
    const { replies } = await session("EHLO a", "MAIL FROM:<a@b.example>", "AUTH PLAIN AGEAYg==", "QUIT");
    expect(replies[3], changed("takeAnyLogin")).toMatch(/^235 /);
  });

  it("knows no BDAT and no BINARYMIME (RFC 3030)", async () => {
    const { replies } = await session("EHLO a", "MAIL FROM:<a@b.example> BODY=BINARYMIME", "BDAT 0 LAST", "QUIT");
    expect(replies.slice(2, 4), changed("ChunkingConnection")).toEqual([
      expect.stringMatching(/^501 /),
      expect.stringMatching(/^500 /),
    ]);
  });

  it("has one enhanced code for each code", async () => {
    const { replies } = await session("EHLO a", "MAIL FROM:<a@b.example>", "RCPT TO:<a@b.example>", "QUIT");
    expect(replies[3], changed("asError")).toBe("550 5.1.1 No such address");
  });
});

it.each([
  ["a blank in quotes", 'RCPT TO:<"a b"@c.example>', false],
  ["an at sign in quotes", 'RCPT TO:<"a@b"@c.example>', false],
  ["a domain in Punycode", "RCPT TO:<a@xn--bcher-kva.example>", { address: "a@b\u00fccher.example", args: false }],
  ["an address without angle brackets", "RCPT TO:a@b.example", false],
  ["an address without a domain", "RCPT TO:<root>", false],
])("the stock reader of addresses is wrong about %s", (_what, command, wrong) => {
  const wire = { _server: { options: { lenientAddressParsing: true } } };
  const read = SMTPConnection.prototype._parseAddressCommand.call(wire as never, "rcpt to", command);
  expect(read, changed("MailConnection._parseAddressCommand")).toEqual(wrong);
});

describe("the stock stream", () => {
  it("removes a dot behind a bare line feed, and hands over each line that begins with a dot by itself", async () => {
    const stream = new SMTPStream();
    stream.oncommand = () => undefined;
    const message = stream.startDataMode();
    const write = message.write.bind(message);
    let writes = 0;
    message.write = (bytes: Buffer) => {
      writes += 1;
      return write(bytes);
    };
    const read = text(message);
    stream.write(`a\n..b\r\n${"..c\r\n".repeat(10)}.\r\n`);
    expect(await read, changed("MailStream and MessageBytes")).toBe(`a\n.b\r\n${".c\r\n".repeat(10)}`);
    expect(writes, changed("MailStream and MessageBytes")).toBe(11);
  });

  it("assigns a function literal to a property for each message (decision 014)", () => {
    const source = SMTPStream.prototype._endDataMode.toString();
    expect(source, changed("MailStream._endDataMode")).toContain("this._continueCallback = () =>");
  });
});

it("the stock server makes its connections itself", () => {
  const source = SMTPServer.prototype.connect.toString();
  expect(source, changed("server.connect in receiver.ts")).toContain("new SMTPConnection(this, socket");
});
