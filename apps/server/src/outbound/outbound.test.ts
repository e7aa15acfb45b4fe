import { once } from "node:events";
import { readFile } from "node:fs/promises";
import http, { type RequestListener } from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { certificate } from "../testing/certificate.ts";
import { dnsServer } from "../testing/dns_server.ts";
import { type Internet, isPublicAddress, isPublicHost } from "./addresses.ts";
import { type Outbound, type OutboundOptions, type OutboundRequest, openOutbound } from "./outbound.ts";

/** The internet of these tests: 127.0.0.2 counts as public, all other addresses as what they are. */
const internet: Internet = {
  isPublicAddress: (address) => address === "127.0.0.2" || isPublicAddress(address),
  isPublicHost: (url) => url.hostname === "127.0.0.2" || isPublicHost(url),
};

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function outbound(settings: Partial<OutboundOptions> = {}): Outbound {
  const one = openOutbound({ allowPrivateNetwork: false, dnsServers: undefined, ports: [], ...settings }, internet);
  ends.push(one.close);
  return one;
}

/** A server on two addresses: 127.0.0.2 is public, and 127.0.0.1 is private, where no request may arrive. */
async function receiver(answer: RequestListener) {
  const inside: string[] = [];
  const outer = http.createServer(answer);
  const inner = http.createServer((request, response) => {
    inside.push(request.url ?? "");
    response.end("secret");
  });
  // The private one first: others may take a port of 127.0.0.1 that was free, but nobody else listens on 127.0.0.2.
  inner.listen(0, "127.0.0.1");
  await once(inner, "listening");
  const { port } = inner.address() as AddressInfo;
  outer.listen(port, "127.0.0.2");
  await once(outer, "listening");
  for (const server of [outer, inner]) {
    ends.push(() => server.closeAllConnections());
    ends.push(() => server.close());
  }
  return { port, url: new URL(`http://127.0.0.2:${port}/`), inside };
}

const get: OutboundRequest = { method: "GET", milliseconds: 5_000, maxBytes: 1000 };

it("sends the given method, headers and body, and returns the answer", async () => {
  const { url } = await receiver(async (request, response) => {
    const chunks = await request.toArray();
    response.writeHead(201, { "x-kind": request.headers["x-kind"] }).end(`${request.method} ${Buffer.concat(chunks)}`);
  });
  const answer = await outbound().send(url, { ...get, method: "POST", body: "ö", headers: { "x-kind": "test" } });
  expect(answer).toMatchObject({ status: 201, whole: true, late: false, headers: { "x-kind": "test" } });
  expect(answer.body.toString()).toBe("POST ö");
});

it("follows no redirects by default, and at most as many as requested", async () => {
  const { url } = await receiver((request, response) => {
    const hop = Number(request.url?.slice(1)) || 0;
    response.writeHead(302, { location: `/${hop + 1}` }).end(`hop ${hop}`);
  });
  const { send } = outbound();
  expect((await send(url, get)).body.toString()).toBe("hop 0");
  const last = await send(url, { ...get, redirects: 3 });
  expect([last.status, last.body.toString()]).toEqual([302, "hop 3"]);
});

it.each([
  "http://127.0.0.1:PORT/",
  "//127.0.0.1:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://2130706433:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://localhost:PORT/",
  "http://inside.example:PORT/",
])("does not follow a redirect to %s (threat 27)", async (target) => {
  await using names = await dnsServer((_, type) => (type === "A" ? [{ address: "127.0.0.1" }] : []));
  const { url, port, inside } = await receiver((_, response) =>
    response.writeHead(302, { location: target.replace("PORT", String(port)) }).end(),
  );
  const sent = outbound({ dnsServers: [names.address] }).send(url, { ...get, redirects: 3 });
  await expect(sent).rejects.toThrow("is not on the public internet.");
  expect(inside).toEqual([]);
});

it.each(["file:///etc/passwd", "ftp://127.0.0.2/", "javascript:alert(1)", "http://"])(
  "does not follow a redirect to %s",
  async (location) => {
    const { url } = await receiver((_, response) => response.writeHead(302, { location }).end());
    await expect(outbound().send(url, { ...get, redirects: 3 })).rejects.toThrow();
  },
);

it("resolves a name for every connection, and refuses it if any address is private (rebinding)", async () => {
  let answers = [["127.0.0.2"], ["127.0.0.1"], ["127.0.0.2", "127.0.0.1"]];
  await using names = await dnsServer((_, type) => {
    if (type !== "A") return [];
    const [next = [], ...rest] = answers;
    answers = rest;
    return next.map((address) => ({ address }));
  });
  const { port, inside } = await receiver((_, response) => response.setHeader("connection", "close").end("outside"));
  const { send } = outbound({ dnsServers: [names.address] });
  const url = new URL(`http://rebind.example:${port}/`);
  expect((await send(url, get)).body.toString()).toBe("outside");
  await expect(send(url, get)).rejects.toThrow("rebind.example is not on the public internet.");
  await expect(send(url, get)).rejects.toThrow("rebind.example is not on the public internet.");
  await expect(send(url, get)).rejects.toThrow("The name rebind.example does not exist.");
  expect(inside).toEqual([]);
});

it("refuses a name that resolves to a private IPv6 address", async () => {
  await using names = await dnsServer((_, type) => (type === "AAAA" ? [{ address: "::1" }] : []));
  const url = new URL("http://six.example/");
  await expect(outbound({ dnsServers: [names.address] }).send(url, get)).rejects.toThrow("public internet");
});

it("reaches private addresses if that is allowed", async () => {
  const { port, inside } = await receiver((_, response) => response.end());
  const allowed = outbound({ allowPrivateNetwork: true });
  const url = new URL(`http://127.0.0.1:${port}/here`);
  expect(allowed.mayReach(url)).toBe(true);
  expect(outbound().mayReach(url)).toBe(false);
  await allowed.send(url, get);
  expect(inside).toEqual(["/here"]);
});

it("reads an endless answer only up to the requested number of bytes", async () => {
  const { url } = await receiver((_, response) => {
    const more = () => void response.write("x".repeat(1000));
    response.on("drain", more);
    const timer = setInterval(more, 1);
    response.on("close", () => clearInterval(timer));
  });
  const { body, whole } = await outbound().send(url, get);
  expect([body.length, whole]).toEqual([1000, false]);
});

it("waits for the answer after 100 Continue, 102 Processing and 103 Early Hints", async () => {
  const { url } = await receiver((request, response) => {
    response.writeContinue();
    response.writeProcessing();
    response.writeEarlyHints({ link: "</style.css>; rel=preload" });
    response.writeContinue();
    request.resume().on("end", () => response.writeHead(200).end("done"));
  });
  const { send } = outbound();
  for (let time = 1; time <= 3; time += 1) {
    const { status, body, whole } = await send(url, { ...get, method: "POST", body: "x" });
    expect([status, body.toString(), whole]).toEqual([200, "done", true]);
  }
});

it("sends requests to ports of the web and to those from 1024 on, and to others only if they are set", async () => {
  const { send, mayUsePort } = outbound();
  const at = (place: string) => new URL(place);
  for (const place of ["http://a.example", "https://a.example:443", "https://a.example:80", "http://a.example:1024"]) {
    expect(mayUsePort(at(place)), place).toBe(true);
  }
  for (const port of [0, 22, 25, 81, 444, 1023]) {
    expect(mayUsePort(at(`http://127.0.0.2:${port}`)), String(port)).toBe(false);
    await expect(send(at(`http://127.0.0.2:${port}`), get)).rejects.toThrow(`Port ${port} is not allowed.`);
  }
  expect(outbound({ ports: [81] }).mayUsePort(at("http://127.0.0.2:81"))).toBe(true);
  const { url } = await receiver((_, response) => response.writeHead(302, { location: "//127.0.0.2:22" }).end());
  await expect(send(url, { ...get, redirects: 1 })).rejects.toThrow("Port 22 is not allowed.");
});

it.each<[string, RequestListener]>([
  ["never comes", () => undefined],
  ["is announced for ever", (_, response) => void setInterval(() => response.writeProcessing(), 5).unref()],
])("times out after the requested time if an answer %s", async (_, answer) => {
  const { url } = await receiver(answer);
  const sent = outbound().send(url, { ...get, milliseconds: 100 });
  await expect(sent).rejects.toMatchObject({ message: "No answer within 0.1 seconds.", late: true });
});

it("is told at once when an answer switches to another protocol, whether or not the connection stays open", async () => {
  for (const isClosed of [false, true]) {
    const { url } = await receiver(({ socket }) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n");
      if (isClosed) socket.end();
    });
    for (const method of ["GET", "POST"] as const) {
      const sent = outbound().send(url, { ...get, method, body: "x", milliseconds: 60_000 });
      await expect(sent).rejects.toMatchObject({ message: "The answer switches to another protocol.", late: false });
    }
  }
});

it.each<[string, boolean, RequestListener]>([
  ["never ends", true, (_, response) => void response.write("abc")],
  [
    "is cut off",
    false,
    (_, response) => {
      response.writeHead(200, { "content-length": 100 }).write("abc");
      setImmediate(() => response.socket?.end());
    },
  ],
])("returns the status and the received part of an answer that %s", async (_, late, answer) => {
  const { url } = await receiver(answer);
  const { body, ...came } = await outbound().send(url, { ...get, milliseconds: 2_000 });
  expect(body.toString()).toBe("abc");
  expect(came).toMatchObject({ status: 200, whole: false, late });
});

it("times out after the requested time if the name server does not answer", async () => {
  await using names = await dnsServer(() => undefined);
  const sent = outbound({ dnsServers: [names.address] }).send(new URL("http://a.example"), {
    ...get,
    milliseconds: 100,
  });
  await expect(sent).rejects.toThrow("No answer within 0.1 seconds.");
});

it.each(["SERVFAIL", "REFUSED"] as const)(
  "tells %s of the name servers from a name that does not exist",
  async (code) => {
    await using names = await dnsServer((name) => (name === "none.example" ? "NXDOMAIN" : code));
    const { send } = outbound({ dnsServers: [names.address] });
    await expect(send(new URL("http://a.example"), get)).rejects.toThrow(
      "The name servers did not answer for a.example.",
    );
    await expect(send(new URL("http://none.example"), get)).rejects.toThrow("The name none.example does not exist.");
  },
);

it("reports why there is no answer: connection refused, no HTTP, no TLS", async () => {
  const { send } = outbound();
  const { url } = await receiver((request) => request.socket.end("hello\r\n\r\n"));
  await expect(send(url, get)).rejects.toThrow(/^The answer is not HTTP\.$/);
  const secure = new URL(url.href.replace("http:", "https:"));
  await expect(send(secure, get)).rejects.toThrow(/^No TLS connection could be made\.$/);
  const gone = net.createServer().listen(0, "127.0.0.2");
  await once(gone, "listening");
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, "close");
  await expect(send(new URL(`http://127.0.0.2:${port}/`), get)).rejects.toThrow(/^The connection was refused\.$/);
});

it("sends no request to a server with a self-signed certificate", async () => {
  await using pair = await certificate("127.0.0.2");
  const [key, cert] = await Promise.all([readFile(pair.key), readFile(pair.cert)]);
  const requests: string[] = [];
  const server = https.createServer({ key, cert }, (request, response) => {
    requests.push(request.url ?? "");
    response.end();
  });
  server.listen(0, "127.0.0.2");
  await once(server, "listening");
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  await expect(outbound().send(new URL(`https://127.0.0.2:${port}/`), get)).rejects.toThrow(
    /^The certificate is not trusted\.$/,
  );
  expect(requests).toEqual([]);
});
