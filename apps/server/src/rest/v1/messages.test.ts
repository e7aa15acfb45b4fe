import { type Contract, live, resources } from "@mayfly/contracts";
import { describe, expect, it, vi } from "vitest";
import { TooLate } from "../../mail/stored_messages.ts";
import { apiClient } from "../../testing/api_client.ts";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp, type TestMember, testApp } from "../../testing/test_app.ts";
import { tickingClock } from "../../testing/ticking_clock.ts";
import { messagePage } from "./messages.ts";

const app = sharedApp();
const { messages } = resources;

const raw = [
  "From: Shop <shop@elsewhere.example>",
  "To: Me <me@mayfly.test>",
  "Subject: Your order",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/html",
  "",
  '<p>Thanks</p><img src="https://shop.example/a.png">',
  "--b",
  "Content-Type: text/csv",
  "Content-Disposition: attachment; filename=order.csv",
  "",
  "a,b",
  "--b--",
  "",
].join("\r\n");

async function stored() {
  const owner = await app.member("Administrator");
  const address = await app.address(owner, { visibility: "Public" });
  const id = await storedMessage(app, owner, address, { raw, subject: "Your order" });
  return { owner, address, id, client: await apiClient(app, owner) };
}

it("reads a message, its parts and its bytes (row Q07)", async () => {
  const { owner, id, client, address } = await stored();
  const { status, body } = await client.call(messages.get, { id, include: "text" });
  expect([status, body]).toMatchObject([
    200,
    {
      ...{ name: id, recipients: address, subject: "Your order", text: "Thanks", seen: false, rendering: "html" },
      ...{ to: ["Me <me@mayfly.test>"], cc: [], reply_to: [], size: raw.length, signed: false },
      attachments: [{ part: 0, filename: "order.csv", content_type: "text/csv", size: 3, embedded: false }],
    },
  ]);
  const file = async (call: (typeof messages)["raw"], given = {}) => {
    const answer = await client.call(call, { id, ...given });
    return [answer.status, answer.headers.get("content-type"), answer.body];
  };
  expect(await file(messages.raw)).toEqual([200, "message/rfc822", raw]);
  expect(await file(messages.text)).toEqual([200, "text/plain; charset=utf-8", "Thanks"]);
  const document = '<p>Thanks</p><img src="https://shop.example/a.png">';
  expect(await file(messages.html)).toEqual([200, "text/html; charset=utf-8", document]);
  const attached = await client.call(messages.attachment, { id, part: 0 });
  expect([attached.status, attached.body]).toEqual([200, "a,b"]);
  // The type stands in the list above: a client that parses what is declared as JSON is sent bytes.
  expect(attached.headers.get("content-type")).toBe("application/octet-stream");
  expect(attached.headers.get("content-disposition")).toBe("attachment; filename=order.csv");
  expect(attached.headers.get("content-security-policy")).toMatch(/^sandbox;/);
  const linked = await storedMessage(app, owner, address, {
    raw: 'Content-Type: text/html\r\n\r\n<a href="https://shop.example/verify?t=1">Verify your email</a><a href="#top">Up</a>\r\n',
  });
  expect((await client.call(messages.links, { id: linked })).body).toEqual({
    data: [{ url: "https://shop.example/verify?t=1", text: "Verify your email", action: "verify" }],
  });
  const { body: head } = await client.call(messages.headers, { id });
  expect(head).toMatchObject({
    cut: false,
    headers: [{ name: "From" }, { name: "To", value: "Me <me@mayfly.test>" }, {}, {}, {}],
  });
});

it("refuses the links of a message that takes too long to read: none would be said to be there", async () => {
  await using hurried = await testApp({ PARSE_MILLISECONDS: "10" });
  const owner = await hurried.member("Administrator");
  const heavy = `Content-Type: text/html\r\n\r\n${'<b><a href="https://shop.example/">x</a>'.repeat(5_000)}\r\n`;
  const id = await storedMessage(hurried, owner, await hurried.address(owner), { raw: heavy });
  const client = await apiClient(hurried, owner);
  const detail = "The message cannot be read. Download it as raw.";
  expect((await client.call(messages.links, { id })).body).toMatchObject({ status: 404, code: "not_found", detail });
});

it("reads apart what a message shows its reader and what it hides, in plain text none", async () => {
  const { owner, address, id, client } = await stored();
  const html = 'Content-Type: text/html\r\n\r\n<p style="display:none">Early</p><p>Hi</p>';
  const hiding = await storedMessage(app, owner, address, { raw: html });
  const parts = async (message: string) =>
    (await client.call(messages.get, { id: message, include: "text,shown_text" })).body;
  expect(await parts(hiding)).toMatchObject({ text: "Early\n\nHi", shown_text: "Hi", hidden_text: "Early" });
  expect(await parts(id)).toMatchObject({ text: "Thanks", shown_text: "Thanks", hidden_text: "" });
});

it("names a file in one line, without what reorders it (threat 20)", async () => {
  const { owner, address, client } = await stored();
  const named = raw.replace("filename=order.csv", "filename*=utf-8''%E2%80%AEfdp.exe");
  const id = await storedMessage(app, owner, address, { raw: named });
  const { body } = await client.call(messages.get, { id });
  expect(body.attachments).toMatchObject([{ filename: "fdp.exe" }]);
  const { headers } = await client.call(messages.attachment, { id, part: 0 });
  expect(headers.get("content-disposition")).toBe("attachment; filename=fdp.exe");
});

it("marks a message as opened by the key's member, and as not opened again", async () => {
  const { id, client, owner } = await stored();
  const socket = await owner.listen();
  const told = new Promise((resolve) => socket.once(live.seenCustomerInbox, resolve));
  expect((await client.call(messages.update, { id, seen: true })).status).toBe(204);
  expect(await told).toEqual({ name: id });
  socket.close();
  expect((await client.call(messages.get, { id })).body.seen).toBe(true);
  await client.call(messages.update, { id, seen: false });
  expect((await client.call(messages.get, { id })).body.seen).toBe(false);
});

it("deletes a message for good, with its source when no other message needs it (row Q08)", async () => {
  const { id, client, owner } = await stored();
  const { source } = await app.rootDb.customerInbox.findUniqueOrThrow({ where: { name: id } });
  const address = await app.address(owner);
  const other = await storedMessage(app, owner, address);
  await app.rootDb.customerInbox.update({ where: { name: other }, data: { source } });
  const socket = await owner.listen();
  const told = new Promise((resolve) => socket.once(live.deletedCustomerInbox, resolve));
  expect((await client.call(messages.remove, { id })).status).toBe(204);
  expect(await told).toEqual({ name: id });
  socket.close();
  expect(await app.rootDb.messageSource.count({ where: { name: source } })).toBe(1);
  expect((await client.call(messages.remove, { id: other })).status).toBe(204);
  expect(await app.rootDb.messageSource.count({ where: { name: source } })).toBe(0);
  for (const call of [messages.get, messages.remove]) expect((await client.call(call, { id })).status).toBe(404);
  expect(await app.rootDb.event.count({ where: { subject: id, type: "message.deleted", via: "key" } })).toBe(1);
});

it("lists the mail of all addresses that the key's member may read, page by page (row Q09)", async () => {
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  const [own, open, closed] = [
    await app.address(member),
    await app.address(admin, { visibility: "Public" }),
    await app.address(admin),
  ];
  const made: string[] = [];
  for (const [owner, address] of [
    [member, own],
    [admin, open],
    [admin, closed],
    [member, own],
  ] as const) {
    made.push(await storedMessage(app, owner, address));
  }
  const [a = "", b = "", c = "", d = ""] = made;
  const listed = async (whose: TestMember, limit: number) => {
    const client = await apiClient(app, whose);
    const names: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { status, body } = await client.call(messages.list, { limit, ...(cursor && { cursor }) });
      expect(status).toBe(200);
      names.push(...body.data.map(({ name }: { name: string }) => name));
      cursor = body.next_cursor;
    }
    return names;
  };
  // All at the same instant, so that their ids decide.
  expect(await listed(admin, 3)).toEqual([a, b, c, d].sort().reverse());
  expect(await listed(member, 1)).toEqual([a, b, d].sort().reverse());
  expect(await listed(await app.member("Administrator"), 3)).toEqual([]);
});

describe("a page with texts", () => {
  const ofText = async (count: number, raw: string) => {
    const owner = await app.member("Administrator");
    const address = await app.address(owner);
    const names: string[] = [];
    for (let at = 0; at < count; at += 1) names.unshift(await storedMessage(app, owner, address, { raw }));
    return { client: await apiClient(app, owner), address, names };
  };
  const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);

  it("ends where there is no more room, and the next one goes on from there (row Q09)", async () => {
    // Nearly a million characters, which are quick to read.
    const html = `<p>Hi</p><!--${`${"x".repeat(998)}\r\n`.repeat(999)}-->`;
    const { client, address, names } = await ofText(17, `Content-Type: text/html\r\n\r\n${html}`);
    const asked = { q: `in:${address}`, limit: 100, include: "html" };
    const { status, body } = await client.call(messages.list, asked);
    expect([status, namesOf(body)]).toEqual([200, names.slice(0, 16)]);
    const { body: rest } = await client.call(messages.list, { ...asked, cursor: body.next_cursor });
    expect([namesOf(rest), rest.next_cursor]).toEqual([names.slice(16), null]);
  });

  it("ends where there is no more time, after at least one message", async () => {
    const { client, address, names } = await ofText(3, "Subject: slow\r\n\r\nx");
    await client.call(messages.list, { include: "text" });
    using _ticks = tickingClock(app, 600);
    const lists: [Contract, object][] = [
      [messages.list, {}],
      [resources.emails.messages, { id: address }],
    ];
    for (const [contract, given] of lists) {
      let cursor: string | undefined;
      for (const [at, name] of names.entries()) {
        const { body } = await client.call(contract, { ...given, include: "text", ...(cursor && { cursor }) });
        expect(body).toMatchObject({ data: [{ name, text: "x" }] });
        expect(body.next_cursor === null).toBe(at === 2);
        cursor = body.next_cursor;
      }
    }
  });
});

it("says of a query and a body what is wrong with them as they are written (row Q10)", async () => {
  const { client } = await stored();
  const problem = async (path: string, init?: RequestInit) => {
    const { status, body } = await client.fetch(path, init);
    return [status, body.detail, ...(body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)];
  };
  const twice = "limit was given more than once.";
  expect(await problem("/api/v1/messages?limit=1&limit=2")).toEqual([422, twice, "#/limit"]);
  const include = 'include must be "text", "shown_text", "html", "codes" or "links".';
  expect(await problem("/api/v1/messages?include=")).toEqual([422, include, "#/include"]);
  const headers = { "content-type": "application/json" };
  const unread = await problem("/api/v1/emails", { method: "POST", body: "{", headers });
  expect(unread).toEqual([400, "The body is not valid JSON."]);
});

it("leaves out of a page what is not read in its time, of its first message as if it could not be read (threat 16)", async () => {
  const read = async () => Promise.reject(new TooLate());
  const text = vi.fn(async () => ({ text: "x", cut: false }));
  const textAndLinks = vi.fn(read);
  const context = {
    ...{ clock: () => new Date(), secret: () => "s", member: { name: "m", company: "c" } },
    messages: { read, html: read, text, textAndLinks },
  };
  const rows = ["a", "b"].map((name) => ({
    ...{ name, source: name, recipients: "a@b.example", seen: [], code: "" },
    ...{ creation: new Date(), modified: new Date() },
  }));
  const given = { rows, next_cursor: null, list: {}, include: ["text", "html", "links"] };
  const { data, next_cursor } = await messagePage(context as never, given as never);
  expect(data).toMatchObject([{ name: "a", text: "x", html: null, links: [] }]);
  expect(next_cursor).toEqual(expect.any(String));
  expect([textAndLinks, text].map((one) => one.mock.calls.length)).toEqual([2, 1]);
});

it("lets readers of a Public address read but not delete, and others do neither", async () => {
  const { id, owner } = await stored();
  const colleague = await apiClient(app, await app.member("Member", owner.company));
  const stranger = await apiClient(app, await app.member("Administrator"));
  expect((await colleague.call(messages.get, { id })).status).toBe(200);
  expect((await colleague.call(messages.remove, { id })).body).toMatchObject({ status: 403, code: "forbidden" });
  const calls = [messages.get, messages.raw, messages.html, messages.text, messages.headers, messages.remove];
  for (const call of calls) expect((await stranger.call(call, { id })).status).toBe(404);
  expect((await stranger.call(messages.attachment, { id, part: 0 })).status).toBe(404);
  expect((await stranger.call(messages.update, { id, seen: true })).status).toBe(404);
});

it("answers 404 for what is not there", async () => {
  const { id, client, owner } = await stored();
  const plain = await storedMessage(app, owner, await app.address(owner));
  expect((await client.call(messages.html, { id: plain })).status).toBe(404);
  expect((await client.call(messages.attachment, { id, part: 9 })).status).toBe(404);
  for (const name of ["nothing", crypto.randomUUID()]) {
    expect((await client.call(messages.get, { id: name })).body).toMatchObject({ status: 404, code: "not_found" });
  }
});
