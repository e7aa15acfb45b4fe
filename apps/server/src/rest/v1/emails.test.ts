import { countedMessages, emailTexts, planRefusals, resources } from "@mayfly/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, apiClient } from "../../testing/api_client.ts";
import { atOnce } from "../../testing/at_once.ts";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";

const app = sharedApp();
const { emails } = resources;

let admin: TestMember;
let client: ApiClient;
beforeAll(async () => {
  admin = await app.member("Administrator");
  client = await apiClient(app, admin);
});
const label = () => crypto.randomUUID().slice(0, 12);
const after = (seconds: number) => new Date(app.clock.now.getTime() + seconds * 1000).toISOString();

const headersOf = (headers: { "idempotency-key": string }) => ({ idempotency_key: headers["idempotency-key"] });

describe("POST /api/v1/emails", () => {
  it("makes an address of nothing: a random name on the platform's domain that never expires (row Q13)", async () => {
    const { status, body, headers } = await client.call(emails.create);
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/emails/${encodeURIComponent(body.email_name)}`);
    const now = app.clock.now.toISOString();
    expect(body).toEqual({
      ...{ email_name: expect.stringMatching(/^[a-z]+-[a-z]+-\d+@mayfly\.test$/), domain_name: "mayfly.test" },
      ...{ id: body.email_name, unicode_name: body.email_name },
      ...{ owner: admin.name, reason: "", run: null, tags: [], note: "", visibility: "Private", is_active: true },
      ...{ expiry: null, creation: now, modified: now },
    });
    const event = await app.rootDb.event.findFirstOrThrow({ where: { subject: body.email_name } });
    expect(event).toMatchObject({ actor: admin.name, via: "key", api_key: client.name, type: "email.created" });
  });

  it("takes all that can be said of it", async () => {
    const prefix = label();
    const given = { reason: "sign-up", visibility: "Public", run: "ci/42", tags: ["smoke"], note: "For Ada" };
    const { status, body } = await client.call(emails.create, {
      ...given,
      prefix,
      domain: "MAYFLY.test",
      expires_in: 90,
    });
    expect([status, body]).toMatchObject([201, { ...given, email_name: `${prefix}@mayfly.test`, expiry: after(90) }]);
  });

  it.each([
    ["an unknown field", { tag: "a" }, "#/tag", "Unknown field: tag"],
    ["a wrong type", { prefix: 7 }, "#/prefix", undefined],
    ["a bad prefix", { prefix: "a b" }, "#/prefix", emailTexts.prefixInvalid],
    ["too short a life", { expires_in: 59 }, "#/expires_in", undefined],
    ["too long a life", { expires_in: 366 * 86_400 }, "#/expires_in", undefined],
    ["a long reason", { reason: "r".repeat(151) }, "#/reason", emailTexts.reasonTooLong],
    ["an odd label", { run: "a#b" }, "#/run", undefined],
    ["an odd tag", { tags: ["a", "a b"] }, "#/tags/1", emailTexts.tagInvalid],
    ["eleven tags", { tags: Array.from("abcdefghijk") }, "#/tags", emailTexts.tooManyTags],
    ["a long note", { note: "n".repeat(501) }, "#/note", emailTexts.noteTooLong],
    ["a name with a slash", { "a/b": 1 }, "#/a~1b", "Unknown field: a/b"],
  ])("refuses %s, and points to it", async (_what, given, pointer, detail) => {
    const { status, body } = await client.call(emails.create, given);
    expect([status, body.code]).toEqual([422, "invalid"]);
    expect(body.errors).toEqual([{ pointer, detail: detail ?? expect.any(String) }]);
  });

  it("says that a name is taken or reserved by 409, and another company's domain by 422", async () => {
    const prefix = label();
    await client.call(emails.create, { prefix });
    for (const name of [prefix, "postmaster"]) {
      const { body } = await client.call(emails.create, { prefix: name });
      expect(body).toMatchObject({ status: 409, code: "conflict", detail: emailTexts.prefixTaken });
    }
    const { body } = await client.call(emails.create, { domain: "elsewhere.example" });
    expect(body).toMatchObject({ status: 422, detail: emailTexts.foreignDomain });
  });

  it("names the feature that the plan lacks, or of which it has no more", async () => {
    await app.limit("public_email", { available: false });
    await app.limit("email_expiry", { available: false });
    const lacking = async (given: object) => (await client.call(emails.create, { ...given })).body;
    expect(await lacking({ visibility: "Public" })).toMatchObject({
      ...{
        status: 403,
        code: "feature_unavailable",
        feature: "public_email",
        detail: planRefusals.public_email.unavailable,
      },
    });
    expect(await lacking({ expires_in: 60 })).toMatchObject({ code: "feature_unavailable", feature: "email_expiry" });
    await app.limit("email", { limit: 1 });
    expect(await lacking({})).toMatchObject({ status: 403, code: "limit_reached", feature: "email" });
  });

  it("answers a repeated request with the same Idempotency-Key as the first time (row Q12)", async () => {
    const headers = { "idempotency-key": label() };
    const run = label();
    const post = (given: object) => client.call(emails.create, { ...given }, headers);
    const [first, again, other] = [await post({ run }), await post({ run }), await post({})];
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([201, first.body, "true"]);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(other.body).toMatchObject({ status: 422, code: "idempotency_mismatch" });
    const second = await apiClient(app, admin);
    expect((await second.call(emails.create, { run }, headers)).body.email_name).not.toBe(first.body.email_name);
    expect(await app.rootDb.email.count({ where: { run } })).toBe(2);
  });

  it("gives the answer again as the record is now, and to nobody who may no longer read it (threat 60)", async () => {
    const headers = { "idempotency-key": label() };
    const first = await client.call(emails.create, { visibility: "Private" }, headers);
    const { email_name } = first.body;
    const again = () => client.call(emails.create, { visibility: "Private" }, headers);
    await client.call(emails.update, { id: email_name, reason: "changed since" });
    expect(await again()).toMatchObject({ status: 201, body: { email_name, reason: "changed since" } });
    const row = await app.rootDb.idempotentAnswer.findFirstOrThrow({ where: headersOf(headers) });
    expect(JSON.parse(row.body)).toEqual({ email_name });
    const other = await app.member("Administrator", admin.company);
    await app.rootDb.email.update({ where: { email_name }, data: { owner: other.name } });
    await app.rootDb.member.update({ where: { name: admin.name }, data: { role: "Member" } });
    await expect.poll(async () => (await again()).status).toBe(404);
    await app.rootDb.member.update({ where: { name: admin.name }, data: { role: "Administrator" } });
    await expect.poll(async () => (await again()).status).toBe(201);
    await app.rootDb.idempotentAnswer.updateMany({
      where: headersOf(headers),
      data: { headers: { "content-type": "application/json" }, body: '{"email_name":"kept@mayfly.test"}' },
    });
    expect((await again()).body).toMatchObject({ status: 422, code: "idempotency_mismatch" });
  });

  it("makes one address of 100 requests at once with one Idempotency-Key", async () => {
    const run = label();
    const post = () => client.call(emails.create, { run }, { "idempotency-key": run });
    const answers = await atOnce(100, post);
    expect(await app.rootDb.email.count({ where: { run } })).toBe(1);
    const kinds = new Set(answers.map(({ status, body }) => `${status} ${body.code ?? body.email_name}`));
    const { body } = await post();
    for (const kind of kinds) expect([`201 ${body.email_name}`, "409 idempotency_in_progress"]).toContain(kind);
  });

  it("keeps no refusal, and takes an odd Idempotency-Key for none", async () => {
    const headers = { "idempotency-key": label() };
    const prefix = label();
    const post = (domain: string) => client.call(emails.create, { domain, prefix }, headers);
    expect((await post("elsewhere.example")).body).toMatchObject({ status: 422, errors: [{ pointer: "#/domain" }] });
    expect((await post("mayfly.test")).status).toBe(201);
    for (const key of ["", "k".repeat(256), "\u00e4"]) {
      const { body } = await client.call(emails.create, {}, { "idempotency-key": key });
      expect(body).toMatchObject({ status: 400, code: "unreadable" });
    }
  });

  it("knows a repeated request however it is written (row Q12)", async () => {
    const [key, run] = [label(), label()];
    const post = async (path: string, body: string) => {
      const headers = { "content-type": "application/json", "idempotency-key": key };
      return (await client.fetch(path, { method: "POST", body, headers })).body.email_name;
    };
    const made = await post("/api/v1/emails", `{"run":"${run}","reason":"r"}`);
    expect(await post("/api/v1/emails/", `{"reason":"r", "run":"${run}"}`)).toBe(made);
    expect(await post("/api/v1/email%73", `{"run":"${run}","reason":"r"}`)).toBe(made);
    expect(await app.rootDb.email.count({ where: { run } })).toBe(1);
  });

  it("reads JSON objects alone, in the body alone", async () => {
    const post = async (body: string, type = "application/json", query = "") => {
      const headers = { "content-type": type };
      const answer = await client.fetch(`/api/v1/emails${query}`, { method: "POST", body, headers });
      return [answer.status, answer.body.code];
    };
    expect(await post("{")).toEqual([400, "unreadable"]);
    expect(await post("[]")).toEqual([400, "unreadable"]);
    expect(await post('"a"')).toEqual([400, "unreadable"]);
    expect(await post("null")).toEqual([400, "unreadable"]);
    expect(await post("{}", "application/json", "?prefix=a")).toEqual([422, "invalid"]);
    expect(await post(`{"reason":"${"r".repeat(2_000_000)}"}`)).toEqual([413, "too_large"]);
  });

  it("has no address that is longer than any, however it is written", async () => {
    for (const id of ["a".repeat(320), "a".repeat(321), "%61".repeat(320), "%61".repeat(321)]) {
      const { status, body } = await client.fetch(`/api/v1/emails/${id}`);
      expect([id.length, status, body.code]).toEqual([id.length, 404, "not_found"]);
    }
  });

  it.each([
    ["a form", "application/x-www-form-urlencoded", {}],
    ["XML", "text/xml", {}],
    ["plain text", "text/plain", {}],
    ["JSON of another kind", "application/problem+json", {}],
    ["several types", "application/json, text/plain", {}],
    ["a form in parts that cannot be read", "multipart/form-data; boundary=x", {}],
    ["compressed JSON", "application/json", { "content-encoding": "gzip" }],
  ])("says that a body is JSON to whoever sends %s, before it is read", async (_what, type, more) => {
    const headers = { "content-type": type, ...more };
    const { status, body } = await client.fetch("/api/v1/emails", { method: "POST", body: "{}", headers });
    expect([status, body.code, body.detail]).toEqual([
      415,
      "unsupported_media_type",
      expect.stringMatching(/^Send the body (as JSON, with|uncompressed, without) /),
    ]);
  });
});

describe("GET /api/v1/emails", () => {
  it("pages through all addresses, the newest first, without a gap at equal times (row Q09)", async () => {
    const member = await app.member("Administrator");
    const own = await apiClient(app, member);
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) made.push(await app.address(member));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { status, body } = await own.call(emails.list, { limit: 3, ...(cursor && { cursor }) });
      expect([status, body.data.length <= 3]).toEqual([200, true]);
      seen.push(...body.data.map(({ email_name }: { email_name: string }) => email_name));
      cursor = body.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(made.sort().reverse());
  });

  it("filters, and takes no cursor of other filters", async () => {
    const run = label();
    for (const given of [{ run }, { run, tags: [run] }, {}]) await client.call(emails.create, given);
    const { body } = await client.call(emails.list, { run, limit: 1 });
    const [{ email_name }] = body.data;
    await client.call(emails.remove, { id: email_name });
    const names = async (filters: object) => (await client.call(emails.list, { ...filters })).body.data.length;
    expect([
      await names({ run }),
      await names({ run, is_active: true }),
      await names({ run, is_active: false }),
    ]).toEqual([...[2, 1, 1]]);
    expect(await names({ run, domain: "elsewhere.example" })).toBe(0);
    expect([await names({ tag: run }), await names({ tag: run, run: "other" })]).toEqual([1, 0]);
    const wrong = await client.call(emails.list, { cursor: body.next_cursor });
    expect(wrong.body).toMatchObject({ status: 400, code: "invalid_cursor" });
  });

  it.each([{ limit: 0 }, { limit: 101 }, { limit: "many" }, { is_active: "perhaps" }, { page: 2 }])(
    "refuses %j",
    async (query) => {
      const { body } = await client.call(emails.list, query);
      expect(body).toMatchObject({ status: 422, errors: [{ pointer: `#/${Object.keys(query)[0]}` }] });
    },
  );
});

describe("an address", () => {
  it("is read, changed, ended and activated by who manages it (row Q07)", async () => {
    const { body: made } = await client.call(emails.create, { expires_in: 600 });
    const id = made.email_name;
    expect((await client.call(emails.get, { id })).body).toEqual(made);
    const change = { id, reason: "later", run: "r1", expires_in: 1200 };
    const { body: changed } = await client.call(emails.update, change);
    expect(changed).toMatchObject({ reason: "later", run: "r1", expiry: after(1200), is_active: true });
    expect((await client.call(emails.remove, { id })).status).toBe(204);
    expect((await client.call(emails.remove, { id })).status).toBe(204);
    expect((await client.call(emails.get, { id })).body).toMatchObject({ is_active: false });
    const again = await client.call(emails.update, { id, is_active: true, expires_in: null, run: null });
    expect(again.body).toMatchObject({ is_active: true, expiry: null, run: null });
    const events = await app.rootDb.event.findMany({ where: { subject: id }, orderBy: { name: "asc" } });
    expect(events.map(({ type }) => type).sort()).toEqual([
      ...["email.activated", "email.created", "email.deactivated", "email.updated", "email.updated", "email.updated"],
    ]);
  });

  it("takes no end while it is not active, as nobody would see it", async () => {
    const id = await app.address(admin);
    for (const change of [{ is_active: false, expires_in: 600 }, { expires_in: 600 }]) {
      if (change.is_active === undefined) await client.call(emails.remove, { id });
      const { body } = await client.call(emails.update, { id, ...change });
      expect(body).toMatchObject({ status: 422, errors: [{ pointer: "#/expires_in" }] });
    }
  });

  it("changes nothing for who may only read it, and is not there for others (rows P54 to P56)", async () => {
    const member = await app.member("Member", admin.company);
    const open = await app.address(admin, { visibility: "Public" });
    const closed = await app.address(admin);
    const theirs = await apiClient(app, member);
    const strange = await apiClient(app, await app.member("Administrator"));
    expect((await theirs.call(emails.get, { id: open })).status).toBe(200);
    expect((await theirs.call(emails.remove, { id: open })).body).toMatchObject({ status: 403, code: "forbidden" });
    expect((await theirs.call(emails.get, { id: closed })).status).toBe(404);
    for (const call of [emails.get, emails.remove, emails.messages]) {
      expect((await strange.call(call, { id: open })).status).toBe(404);
    }
    expect((await strange.call(emails.update, { id: open, reason: "mine" })).status).toBe(404);
  });

  it("refuses methods that there are not", async () => {
    const { status, headers, body } = await client.fetch("/api/v1/emails/a@mayfly.test", { method: "PUT" });
    expect([status, headers.get("allow"), body.code]).toEqual([405, "GET, HEAD, PATCH, DELETE", "method_not_allowed"]);
  });
});

it("deactivates all addresses of a run, and tells people once (row Q13)", async () => {
  const owner = await app.member("Administrator");
  const own = await apiClient(app, owner);
  const run = label();
  for (let count = 0; count < 3; count += 1) await own.call(emails.create, { run });
  await own.call(emails.create);
  expect((await own.call(emails.remove_run, { run })).body).toEqual({ deactivated: 3, job: null });
  expect((await own.call(emails.remove_run, { run })).body).toEqual({ deactivated: 0, job: null });
  expect((await own.call(emails.list, { is_active: true })).body.data).toHaveLength(1);
  const notices = await app.rootDb.notificationLog.findMany({ where: { company: owner.company } });
  expect(notices.filter(({ subject }) => subject === "Emails deactivated")).toHaveLength(1);
  expect((await own.call(emails.remove_run)).body).toMatchObject({ status: 422, errors: [{ pointer: "#/run" }] });
});

it("lists an address's messages, each with what is asked for (row Q09)", async () => {
  const address = await app.address(admin);
  const html = 'Content-Type: text/html\r\n\r\n<p>Hi</p><a href="https://shop.example/verify">Verify your email</a>';
  for (let at = 0; at < 3; at += 1) {
    const creation = new Date(app.clock.now.getTime() + at);
    await storedMessage(app, admin, address, { subject: `No ${at}`, raw: html, creation });
  }
  const { body } = await client.call(emails.messages, { id: address, limit: 2, include: "text,html,codes,links" });
  expect(body.data.map(({ subject }: { subject: string }) => subject)).toEqual(["No 2", "No 1"]);
  expect(body.data[0]).toMatchObject({
    ...{ recipients: address, seen: false, has_attachment: false, code: "", codes: [] },
    text: "Hi\nVerify your email <https://shop.example/verify>",
    html: '<p>Hi</p><a href="https://shop.example/verify">Verify your email</a>',
    links: [{ url: "https://shop.example/verify", text: "Verify your email", action: "verify" }],
  });
  const { body: last } = await client.call(emails.messages, { id: address, limit: 2, cursor: body.next_cursor });
  expect([last.data.length, last.data[0].text, last.next_cursor]).toEqual([1, undefined, null]);
  const odd = await client.call(emails.messages, { id: address, include: "text,body" });
  expect(odd.body).toMatchObject({ status: 422, code: "invalid" });
});

it("reads the newest message of an address, and says when there is none", async () => {
  const address = await app.address(admin);
  const none = await client.call(emails.latest, { id: address });
  expect(none.body).toMatchObject({ status: 404, code: "not_found", detail: `${address} has no messages.` });
  const at = (seconds: number) => new Date(app.clock.now.getTime() + seconds * 1000);
  const newest = await storedMessage(app, admin, address, { subject: "Second", creation: at(1) });
  await storedMessage(app, admin, address, { subject: "First", creation: at(0) });
  const { status, body } = await client.call(emails.latest, { id: address, include: "text" });
  expect([status, body]).toMatchObject([200, { name: newest, subject: "Second", text: "Body of Second\n", to: [] }]);
  expect(body).toEqual((await client.call(resources.messages.get, { id: newest, include: "text" })).body);
});

it("counts messages and what the key's member has not opened, of one address and of each in a list", async () => {
  const owner = await app.member("Administrator");
  const own = await apiClient(app, owner);
  const [first, second] = [await app.address(owner), await app.address(owner)];
  const run = label();
  await app.rootDb.email.updateMany({ where: { email_name: { in: [first, second] } }, data: { run } });
  const opened = await storedMessage(app, owner, first);
  await storedMessage(app, owner, first);
  await own.call(resources.messages.update, { id: opened, seen: true });
  const told = { id: first, email_name: first, unicode_name: first, messages: 2, unread: 1 };
  expect((await own.call(emails.count, { id: first })).body).toEqual(told);
  expect((await own.call(emails.counts, { run })).body.data).toEqual(
    expect.arrayContaining([told, { id: second, email_name: second, unicode_name: second, messages: 0, unread: 0 }]),
  );
  const page = await own.call(emails.counts, { run, limit: 1 });
  expect(page.body.data).toHaveLength(1);
  const next = await own.call(emails.counts, { run, limit: 1, cursor: page.body.next_cursor });
  expect([...page.body.data, ...next.body.data]).toEqual((await own.call(emails.counts, { run })).body.data);
  // A cursor of another list.
  expect((await own.call(emails.list, { run, cursor: page.body.next_cursor })).body.status).toBe(400);
  // What a colleague has opened is unread for others, and what they may not read is not counted.
  const theirs = await apiClient(app, await app.member("Member", owner.company));
  expect((await theirs.call(emails.count, { id: first })).status).toBe(404);
  expect((await theirs.call(emails.counts)).body.data).toEqual([]);
  await storedMessages(first, countedMessages);
  expect((await own.call(emails.count, { id: first })).body).toMatchObject({ messages: countedMessages });
});

/** Puts so many copies of an address's newest message into it. */
const storedMessages = (address: string, count: number) => app.rootDb.$executeRaw`
  INSERT INTO customer_inbox
  SELECT (jsonb_populate_record(inbox, jsonb_build_object('name', gen_random_uuid(), '_seen', ARRAY[]::text[]))).*
  FROM customer_inbox AS inbox CROSS JOIN generate_series(1, ${count}::int)
  WHERE inbox.name = (SELECT name FROM customer_inbox WHERE recipients = ${address} ORDER BY modified DESC LIMIT 1)`;

describe("DELETE /api/v1/emails/:id/messages", () => {
  it("deletes all messages of an address, and counts them", async () => {
    const [address, other] = [await app.address(admin), await app.address(admin)];
    const names = [await storedMessage(app, admin, address), await storedMessage(app, admin, address)];
    const kept = await storedMessage(app, admin, other);
    const { status, body } = await client.call(emails.remove_messages, { id: address.replace("@", "+ci@") });
    expect([status, body]).toEqual([200, { deleted: 2, left: false }]);
    for (const id of names) expect((await client.call(resources.messages.get, { id })).status).toBe(404);
    expect((await client.call(resources.messages.get, { id: kept })).status).toBe(200);
    const events = { subject: { in: names }, type: "message.deleted", via: "key" as const, api_key: client.name };
    expect(await app.rootDb.event.count({ where: events })).toBe(2);
    expect((await client.call(emails.remove_messages, { id: address })).body).toEqual({ deleted: 0, left: false });
    // The address goes on taking mail.
    expect((await client.call(emails.get, { id: address })).body.is_active).toBe(true);
  });

  it("deletes no more than a call may, and says that some is left", async () => {
    const address = await app.address(admin);
    await storedMessage(app, admin, address);
    await storedMessages(address, 1_000);
    const remove = async () => (await client.call(emails.remove_messages, { id: address })).body;
    expect(await remove()).toEqual({ deleted: 1_000, left: true });
    expect(await remove()).toEqual({ deleted: 1, left: false });
  });

  it("is for who manages the address, with a key that may write", async () => {
    const address = await app.address(admin, { visibility: "Public" });
    await storedMessage(app, admin, address);
    const colleague = await app.member("Member", admin.company);
    const theirs = await apiClient(app, colleague);
    const reader = await apiClient(app, admin, { scopes: ["emails:read", "emails:write", "messages:read"] });
    const stranger = await apiClient(app, await app.member("Administrator"));
    const refusals = [
      [theirs, { status: 403, code: "forbidden" }],
      [reader, { status: 403, code: "insufficient_scope", required_scope: "messages:write" }],
      [stranger, { status: 404, code: "not_found" }],
    ] as const;
    for (const [caller, refusal] of refusals) {
      expect((await caller.call(emails.remove_messages, { id: address })).body).toMatchObject(refusal);
    }
    expect((await client.call(emails.count, { id: address })).body.messages).toBe(1);
    // Of their own, a Member may.
    const own = await app.address(colleague);
    await storedMessage(app, colleague, own);
    expect((await theirs.call(emails.remove_messages, { id: own })).body).toEqual({ deleted: 1, left: false });
  });
});
