import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { inbox, load } from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";

const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100, 1)]);

/** The sender's own server, which records the requests that it gets. */
async function imageServer(answer: RequestListener) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  return {
    asked,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The link to an image in a message, which the frame follows without a session. */
async function linkTo(app: TestApp, owner: TestMember, address: string, url: string) {
  const raw = `Content-Type: text/html\r\n\r\n<p>x</p><img src="${url}">`;
  const name = await storedMessage(app, owner, address, { raw });
  const { body } = await owner.call(load.getdoc, { doctype: "Customer Inbox", name });
  return /src="([^"]+)"/.exec(body.docs[0].content)?.[1]?.replaceAll("&amp;", "&") ?? "";
}

describe("img", () => {
  let app: TestApp;
  let admin: TestMember;
  let address: string;
  beforeAll(async () => {
    app = await testApp({ ALLOW_PRIVATE_NETWORK: "on" });
    admin = await app.member("Administrator");
    address = await app.address(admin);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("fetches an image that a message shows, and tells its sender nothing of the reader (threat 28)", async () => {
    await using sender = await imageServer((_request, response) =>
      response.writeHead(200, { "content-type": "text/html", "set-cookie": "a=b" }).end(png),
    );
    const link = await linkTo(app, admin, address, `${sender.url}/i.png?x=1&amp;y=2`);
    const headers = { cookie: admin.cookie, referer: "https://inbox.example/", "x-forwarded-for": "10.0.0.9" };
    const response = await fetch(app.url + link, { headers });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "inline",
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringContaining("max-age="),
    });
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(sender.asked).toHaveLength(1);
    expect(sender.asked[0]?.url).toBe("/i.png?x=1&y=2");
    expect(Object.keys(sender.asked[0]?.headers ?? {}).sort()).toEqual(["accept", "connection", "host", "user-agent"]);
    // The image is cached, so the sender is not asked again.
    expect((await fetch(app.url + link)).status).toBe(200);
    expect(sender.asked).toHaveLength(1);
  });

  it("refuses a link whose signature is missing or not its own, whoever asks (threat 26, P98)", async () => {
    await using sender = await imageServer((_request, response) => response.end(png));
    const link = await linkTo(app, admin, address, `${sender.url}/a`);
    const other = await linkTo(app, admin, address, `${sender.url}/b`);
    const [given, elsewhere] = [new URL(link, app.url), new URL(other, app.url)];
    const changed = (name: string, value: string) => {
      const url = new URL(given);
      url.searchParams.set(name, value);
      return url.pathname + url.search;
    };
    const forged = [
      `${inbox.img.path}?url=${encodeURIComponent(`${sender.url}/a`)}`,
      changed("url", `${sender.url}/c`),
      changed("source", elsewhere.searchParams.get("source") ?? ""),
      changed("signature", elsewhere.searchParams.get("signature") ?? ""),
      changed("signature", ""),
      changed("signature", "x".repeat(32)),
      changed("source", ""),
    ];
    for (const path of forged) {
      expect((await admin.fetch(path)).status, path).toBe(403);
      expect((await app.guest.fetch(path)).status, path).toBe(403);
    }
    expect(sender.asked).toEqual([]);
    expect((await app.guest.fetch(inbox.img.path)).status).toBe(417);
  });

  it("answers 404 once the message is deleted", async () => {
    await using sender = await imageServer((_request, response) => response.end(png));
    const link = await linkTo(app, admin, address, sender.url);
    const source = new URL(link, app.url).searchParams.get("source") ?? "";
    await app.world.customerInbox.deleteMany({ where: { source } });
    await app.world.messageSource.delete({ where: { name: source } });
    expect((await app.guest.fetch(link)).status).toBe(404);
    expect(sender.asked).toEqual([]);
  });

  it.each([
    ["a page", "<html><script>x()</script>", 200],
    ["a vector image", '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>', 200],
    ["a vector image that begins like another", '\x89PNG<svg onload="x()"/>', 200],
    ["nothing", "", 200],
    ["an image with an error", png, 404],
    ["an image that is too large", Buffer.concat([png, Buffer.alloc(6_000_000)]), 200],
  ])("answers 404 instead of passing on %s (threat 28)", async (_what, body, status) => {
    await using sender = await imageServer((_request, response) =>
      response.writeHead(status, { "content-type": "image/png" }).end(body),
    );
    const answer = await app.guest.fetch(await linkTo(app, admin, address, sender.url));
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("application/json");
  });

  it("follows three redirects, but not four", async () => {
    await using sender = await imageServer((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end(png);
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect((await app.guest.fetch(await linkTo(app, admin, address, `${sender.url}/3`))).status).toBe(200);
    expect((await app.guest.fetch(await linkTo(app, admin, address, `${sender.url}/4`))).status).toBe(404);
  });

  it("fetches six images of a company at once, and goes on for other companies while they hang", async () => {
    const waiting: (() => void)[] = [];
    await using silent = await imageServer((_request, response) => waiting.push(() => response.end(png)));
    await using quick = await imageServer((_request, response) => response.end(png));
    const links = await Promise.all(
      Array.from({ length: 20 }, (_, no) => linkTo(app, admin, address, `${silent.url}/${no}`)),
    );
    const held = links.map((link) => app.guest.fetch(link));
    await expect.poll(() => waiting.length).toBe(6);
    const stranger = await app.member("Administrator");
    const theirs = await linkTo(app, stranger, await app.address(stranger), quick.url);
    expect((await app.guest.fetch(theirs)).status).toBe(200);
    expect(waiting).toHaveLength(6);
    while (waiting.length > 0) {
      waiting.shift()?.();
      await new Promise(setImmediate);
    }
    const rest = setInterval(() => waiting.shift()?.(), 1);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(links.map(() => 200));
    clearInterval(rest);
  });
});

it("fetches nothing from private addresses, even with a valid signature (threat 27, P98)", async () => {
  await using app = await testApp();
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  await using inside = await imageServer((_request, response) => response.end(png));
  const { port } = new URL(inside.url);
  const hosts = ["127.0.0.1", "localhost", "127.1", "0x7f000001", "[::1]", "[::ffff:127.0.0.1]", "0", "2130706433"];
  for (const host of [...hosts, "169.254.169.254", "10.0.0.1", "017700000001", "[64:ff9b::7f00:1]"]) {
    const link = await linkTo(app, admin, address, `http://${host}:${port}/i.png`);
    expect(link, host).toContain("signature=");
    expect((await app.guest.fetch(link)).status, host).toBe(404);
  }
  expect(inside.asked).toEqual([]);
});
