import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { email, imageLinkLife, inbox, load, session, team } from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { type Caller, type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";

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

const mailWith = (url: string) => `Content-Type: text/html\r\n\r\n<p>x</p><img src="${url}">`;

/** The link to the image in a message, as a reader is given it. The frame follows it without a cookie. */
async function linkFor(reader: TestMember, name: string) {
  const { body } = await reader.call(load.getdoc, { doctype: "Customer Inbox", name });
  return /src="([^"]+)"/.exec(body.docs[0].content)?.[1]?.replaceAll("&amp;", "&") ?? "";
}

const linkTo = async (app: TestApp, owner: TestMember, address: string, url: string) =>
  linkFor(owner, await storedMessage(app, owner, address, { raw: mailWith(url) }));

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
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(sender.asked).toHaveLength(1);
    expect(sender.asked[0]?.url).toBe("/i.png?x=1&y=2");
    expect(Object.keys(sender.asked[0]?.headers ?? {}).sort()).toEqual(["accept", "connection", "host", "user-agent"]);
    // The server caches the image, so the sender is not asked again.
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
      changed("reader", elsewhere.searchParams.get("reader") ?? ""),
      changed("reader", (given.searchParams.get("reader") ?? "").replace(/\.\w+\./, ".zzzzzzzz.")),
      changed("reader", ""),
    ];
    for (const path of forged) {
      expect((await admin.fetch(path)).status, path).toBe(403);
      expect((await app.guest.fetch(path)).status, path).toBe(403);
    }
    expect(sender.asked).toEqual([]);
    expect((await app.guest.fetch(inbox.img.path)).status).toBe(417);
  });

  it("serves nobody without the session that the link was made in, or after it is over (threat 26, P98)", async () => {
    await using sender = await imageServer((_request, response) => response.end(png));
    const open = await app.address(admin, { visibility: "Public" });
    const name = await storedMessage(app, admin, open, { raw: mailWith(sender.url) });
    const [reader, leaver] = [await app.member("Member", admin.company), await app.member("Member", admin.company)];
    const status = async (caller: Caller, link: string) => (await caller.fetch(link)).status;
    const [own, theirs] = [await linkFor(reader, name), await linkFor(leaver, name)];
    expect(own).not.toBe(theirs);
    for (const caller of [app.guest, reader]) expect(await status(caller, own)).toBe(200);
    // With a cookie of another session, of a colleague or a stranger, the link has left its browser.
    for (const caller of [leaver, await app.member("Administrator")]) expect(await status(caller, own)).toBe(403);
    await reader.call(session.logout);
    expect(await status(app.guest, own)).toBe(403);
    await admin.call(team.update_team_member, { customer_email: leaver.name, is_active: 0 });
    expect(await status(app.guest, theirs)).toBe(403);
  });

  it("serves no longer who may no longer read the message, and only for an hour", async () => {
    await using sender = await imageServer((_request, response) => response.end(png));
    const name = await storedMessage(app, admin, address, { raw: mailWith(sender.url) });
    const second = await app.member("Administrator", admin.company);
    const link = await linkFor(second, name);
    const status = async () => (await app.guest.fetch(link)).status;
    const { now } = app.clock;
    app.clock.now = new Date(now.getTime() + imageLinkLife - 1);
    expect(await status()).toBe(200);
    app.clock.now = new Date(now.getTime() + imageLinkLife);
    expect(await status()).toBe(403);
    app.clock.now = now;
    await admin.call(team.update_team_member, { customer_email: second.name, role: "Member" });
    expect(await status()).toBe(404);
  });

  it("serves no link from before its address ended, and those of a message that is opened afterwards", async () => {
    await using sender = await imageServer((_request, response) => response.end(png));
    const { now } = app.clock;
    const expiring = await app.address(admin, { expiry: new Date(now.getTime() + 60_000) });
    const deactivated = await app.address(admin);
    const end = {
      [expiring]: async () => undefined,
      [deactivated]: () => admin.call(email.toggle_email, { email: deactivated }),
    };
    for (const ending of [expiring, deactivated]) {
      const name = await storedMessage(app, admin, ending, { raw: mailWith(sender.url) });
      const link = await linkFor(admin, name);
      expect((await app.guest.fetch(link)).status).toBe(200);
      app.clock.now = new Date(now.getTime() + 60_000);
      await end[ending]?.();
      expect((await app.guest.fetch(link)).status).toBe(404);
      app.clock.now = new Date(now.getTime() + 60_001);
      expect((await app.guest.fetch(await linkFor(admin, name))).status).toBe(200);
      app.clock.now = now;
    }
  });

  it("answers 404 once the message is deleted", async () => {
    await using sender = await imageServer((_request, response) => response.end(png));
    const link = await linkTo(app, admin, address, sender.url);
    const source = new URL(link, app.url).searchParams.get("source") ?? "";
    await app.rootDb.customerInbox.deleteMany({ where: { source } });
    await app.rootDb.messageSource.delete({ where: { name: source } });
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
