import { reportview } from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";

const inbox = { doctype: "Customer Inbox" };
const at = (app: TestApp, seconds: number) => new Date(app.clock.now.getTime() + seconds * 1000);

describe("reportview.get", () => {
  let app: TestApp;
  let admin: TestMember;
  let address: string;
  const subjects = async (caller: TestMember, input: Record<string, unknown> = {}) => {
    const answer = await caller.call(reportview.get, { ...inbox, fields: ["subject"], page_length: 100, ...input });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return (answer.body.message.values as string[][]).map(([subject]) => subject);
  };

  beforeAll(async () => {
    app = await testApp();
    admin = await app.member("Administrator");
    address = await app.address(admin);
    for (const [no, subject] of ["first", "second", "100% sure", "under_score"].entries()) {
      await storedMessage(app, admin, address, { subject, creation: at(app, no) });
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("answers keys and values to a request as the framework's clients send it (K44)", async () => {
    const answer = await admin.fetch(reportview.get.path, {
      method: "POST",
      headers: { "X-Frappe-Doctype": "Customer Inbox", "X-Requested-With": "XMLHttpRequest" },
      body: new URLSearchParams({
        doctype: "Customer Inbox",
        fields: JSON.stringify(["`tabCustomer Inbox`.`name`", "`tabCustomer Inbox`.`subject`", "_seen", "visibility"]),
        filters: JSON.stringify([["Customer Inbox", "recipients", "=", address]]),
        order_by: "`tabCustomer Inbox`.`modified` desc",
        start: "1",
        page_length: "2",
        view: "List",
        group_by: "",
        with_comment_count: "1",
      }),
    });
    expect(answer.status).toBe(200);
    expect(answer.body.message).toEqual({
      keys: ["name", "subject", "_seen", "visibility"],
      values: [
        [expect.stringMatching(/^[0-9a-f-]{36}$/), "100% sure", "[]", "Private"],
        [expect.any(String), "second", "[]", "Private"],
      ],
    });
  });

  it("ignores case in like, in any script, and orders by code point", async () => {
    const other = await app.member("Administrator");
    const scripts = await app.address(other);
    for (const [no, subject] of ["überweisung", "ÜBERWEISUNG", "ПРИВЕТ"].entries()) {
      await storedMessage(app, other, scripts, { subject, creation: at(app, no) });
    }
    const like = (pattern: string) => subjects(other, { filters: [["subject", "like", pattern]], order_by: "subject" });
    expect(await like("%Überweis%")).toEqual(["ÜBERWEISUNG", "überweisung"]);
    expect(await like("привет")).toEqual(["ПРИВЕТ"]);
  });

  it("accepts grouping by name, which changes nothing", async () => {
    const input = { filters: { recipients: address } };
    for (const group_by of ["`tabCustomer Inbox`.`name`", "name"]) {
      expect(await subjects(admin, { ...input, group_by })).toEqual(await subjects(admin, input));
    }
  });

  it("refuses a page with too much content or too many attachments", async () => {
    const other = await app.member("Administrator");
    const large = await app.address(other);
    // Each quotation mark becomes six characters in HTML: three messages have 15.7 of the 16 million.
    const text = '"'.repeat(870_000);
    const file = `--b\r\nContent-Disposition: attachment; filename=${"x".repeat(300)}\r\n\r\n\r\n`;
    const withFiles = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${text}\r\n${file.repeat(950)}--b--`;
    for (const raw of [withFiles, `\r\n${text}`, `\r\n${text}`]) await storedMessage(app, other, large, { raw });
    const ask = (...fields: string[]) =>
      other.call(reportview.get, { ...inbox, fields, filters: [["recipients", "=", large]], page_length: 20 });
    expect((await ask("content")).status).toBe(200);
    const files = await ask("content", "attachments");
    expect(files.status).toBe(417);
    expect(JSON.stringify(files.body)).toContain("Too much attachments for one page");
    await storedMessage(app, other, large, { raw: `\r\n${text}` });
    const answer = await ask("content");
    expect(answer.status).toBe(417);
    expect(JSON.stringify(answer.body)).toContain("Too much content for one page");
  });

  it("answers every column of a message (L28)", async () => {
    const { body } = await admin.call(reportview.get, { ...inbox, fields: ["*"], page_length: 1 });
    const row = Object.fromEntries(
      body.message.keys.map((key: string, no: number) => [key, body.message.values[0][no]]),
    );
    expect(row).toEqual({
      name: expect.any(String),
      owner: admin.name,
      creation: at(app, 3).toISOString(),
      modified: at(app, 3).toISOString(),
      modified_by: admin.name,
      docstatus: 0,
      sender: "Zoë <zoe@elsewhere.example>",
      mail_from: "zoe@elsewhere.example",
      recipients: address,
      subject: "under_score",
      content: expect.stringContaining("Body of under_score"),
      preview: "Body of under_score",
      code: "",
      has_attachment: 0,
      rendering: "text",
      action_links: [],
      attachments: [],
      to: [],
      cc: [],
      reply_to: [],
      signed: 0,
      size: expect.any(Number),
      visibility: "Private",
      idx: 0,
      _user_tags: null,
      _comments: null,
      _assign: null,
      _liked_by: null,
      _seen: "[]",
    });
  });

  it("orders by the requested column, and newest first by default (P92)", async () => {
    expect(await subjects(admin)).toEqual(["under_score", "100% sure", "second", "first"]);
    expect(await subjects(admin, { order_by: "subject asc" })).toEqual(["100% sure", "first", "second", "under_score"]);
  });

  it("filters by a list or an object of conditions", async () => {
    expect(await subjects(admin, { filters: { subject: "first" } })).toEqual(["first"]);
    expect(await subjects(admin, { filters: [["subject", "in", ["first", "second"]]] })).toEqual(["second", "first"]);
    expect(
      await subjects(admin, {
        filters: [
          ["subject", "!=", "first"],
          ["subject", "like", "%S%"],
        ],
      }),
    ).toEqual(["under_score", "100% sure", "second"]);
    expect(await subjects(admin, { filters: [["creation", ">=", at(app, 2).toISOString()]] })).toHaveLength(2);
    expect(await subjects(admin, { filters: { recipients: address.toUpperCase() } })).toHaveLength(4);
    expect(await subjects(admin, { filters: { subject: ["like", "f%"] }, or_filters: [] })).toEqual(["first"]);
    expect(await subjects(admin, { filters: { recipients: ["=", address], subject: ["!=", "first"] } })).toHaveLength(
      3,
    );
  });

  it("takes the special characters of a like pattern literally, except % at its ends (threat 40)", async () => {
    expect(await subjects(admin, { filters: [["subject", "like", "%0% s%"]] })).toEqual(["100% sure"]);
    expect(await subjects(admin, { filters: [["subject", "like", "%r_s%"]] })).toEqual(["under_score"]);
    expect(await subjects(admin, { filters: [["subject", "like", "%i_s%"]] })).toEqual([]);
    expect(await subjects(admin, { filters: [["subject", "like", "fi%"]] })).toEqual(["first"]);
    expect(await subjects(admin, { filters: [["subject", "like", "FIRST"]] })).toEqual(["first"]);
    expect(await subjects(admin, { filters: [["subject", "like", "f_rst"]] })).toEqual([]);
    expect(await subjects(admin, { filters: [["subject", "like", "f%t"]] })).toEqual([]);
    expect(await subjects(admin, { filters: [["subject", "like", "under_score"]] })).toEqual(["under_score"]);
    expect(await subjects(admin, { filters: [["subject", "like", "%\\%"]] })).toEqual([]);
  });

  it("shows a member what is theirs and what is Public, an Administrator all, another company nothing (P55, P95)", async () => {
    const member = await app.member("Member", admin.company);
    const stranger = await app.member("Administrator");
    const open = await app.address(admin, { visibility: "Public" });
    const own = await app.address(member);
    await storedMessage(app, admin, open, { subject: "public", creation: at(app, 10) });
    await storedMessage(app, member, own, { subject: "own", creation: at(app, 11) });

    expect(await subjects(member)).toEqual(["own", "public"]);
    expect((await subjects(admin)).slice(0, 3)).toEqual(["own", "public", "under_score"]);
    expect(await subjects(stranger)).toEqual([]);
    expect(await subjects(stranger, { filters: { recipients: address } })).toEqual([]);
    expect(await subjects(member, { filters: { recipients: address } })).toEqual([]);
    for (const [named, subject] of [
      [open, "public"],
      [own, "own"],
    ] as const) {
      expect(await subjects(member, { filters: { recipients: named } })).toEqual([subject]);
      // A second filter does not give access to what the first one excludes.
      for (const also of [
        ["recipients", "=", address],
        ["recipients", "in", [address]],
      ]) {
        const either = ["recipients", "=", named];
        expect(await subjects(member, { filters: [either, also] })).toEqual([]);
        expect(await subjects(member, { filters: [also, either] })).toEqual([]);
      }
    }
    for (const operator of ["in", "like"]) {
      expect(await subjects(member, { filters: [["recipients", operator, address]] })).toEqual([]);
    }
  });

  it.each(["=", "in", "like"])(
    "finds a Member's own mail by an address with an underscore and %s",
    async (operator) => {
      const member = await app.member("Member");
      const own = await app.address(member, { domain: "under_score.example" });
      await storedMessage(app, member, own, { subject: "own" });
      expect(await subjects(member, { filters: [["recipients", operator, own]] })).toEqual(["own"]);
    },
  );

  it.each([
    ["2026-01-02", "2026-01-02T00:00:00Z"],
    ["2026-01-02 03:04:05", "2026-01-02T03:04:05Z"],
    ["2026-01-02 03:04:05.678901", "2026-01-02T03:04:05.678Z"],
    ["2026-01-02T03:04", "2026-01-02T03:04:00Z"],
    ["2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678Z"],
    ["2026-01-02T03:04:05+05:30", "2026-01-01T21:34:05Z"],
  ])("reads the date %s as %s in any time zone of the server", async (given, instant) => {
    const dated = await app.address(admin);
    await storedMessage(app, admin, dated, { subject: instant, creation: new Date(instant) });
    vi.stubEnv("TZ", "America/New_York");
    const filters = { recipients: dated, creation: given };
    expect(await subjects(admin, { filters }).finally(() => vi.unstubAllEnvs())).toEqual([instant]);
  });

  it.each([
    [">=", "0001-01-01"],
    ["<=", "9999-12-31T23:59:59.999Z"],
  ])("compares with the first and the last date of four digits: %s %s", async (...always) => {
    const dated = await app.address(admin);
    await storedMessage(app, admin, dated, { subject: "dated" });
    const filters = [
      ["recipients", "=", dated],
      ["creation", ...always],
    ];
    expect(await subjects(admin, { filters })).toEqual(["dated"]);
  });

  it("serves addresses and notifications too (K27)", async () => {
    const { body } = await admin.call(reportview.get, { doctype: "Email", fields: ["name", "is_active", "expiry"] });
    expect(body.message.values).toContainEqual([address, 1, null]);
    for (const [operator, count] of [
      ["=", body.message.values.length],
      ["!=", 0],
    ]) {
      const input = { doctype: "Email", filters: [["expiry", operator, null]] };
      expect((await admin.call(reportview.get_count, input)).body.message).toBe(count);
    }
    const logs = await admin.call(reportview.get, { doctype: "Notification Log", fields: ["subject"] });
    expect(logs.body.message).toEqual({ keys: ["subject"], values: [] });
  });

  it.each([
    [{ doctype: "Member" }, /doctype/],
    [{}, /doctype/],
    [{ ...inbox, fields: ["password_hash"] }, /Unknown field: password_hash/],
    [{ ...inbox, fields: ["constructor"] }, /Unknown field: constructor/],
    [{ ...inbox, fields: ["count(*)"] }, /Unknown field: count/],
    [{ ...inbox, fields: "not json" }, /fields/],
    [{ ...inbox, filters: { company: "x" } }, /Unknown field: company/],
    [{ ...inbox, filters: [["content", "like", "%x%"]] }, /Field cannot be compared: content/],
    [{ ...inbox, filters: [["subject", "sounds like", "x"]] }, /Unknown operator: sounds like/],
    [{ ...inbox, filters: [["visibility", "=", "Secret"]] }, /Invalid value for visibility: Secret/],
    [{ ...inbox, filters: [["creation", ">", "yesterday"]] }, /Invalid date for creation: yesterday/],
    [{ ...inbox, filters: [["subject", "=", "a\0b"]] }, /Invalid value for subject/],
    [{ ...inbox, filters: [["creation", "like", "%1%"]] }, /Field cannot be compared with like: creation/],
    [{ ...inbox, filters: [["recipients", "=", null]] }, /Invalid value for recipients/],
    [{ ...inbox, filters: [["creation", "=", null]] }, /Invalid value for creation/],
    [{ ...inbox, filters: [["subject", "in", ["first", null]]] }, /Invalid value for subject/],
    [{ ...inbox, filters: [["name", "in", [null]]] }, /Invalid value for name/],
    [{ ...inbox, filters: [["subject", "=", ["first"]]] }, /Invalid value for subject/],
    [{ ...inbox, filters: [["subject", "like", ["first"]]] }, /Invalid value for subject/],
    [{ ...inbox, filters: { subject: ["first"] } }, /Give an operator and a value for subject/],
    [{ ...inbox, filters: { subject: ["=", "first", "second"] } }, /Give an operator and a value for subject/],
    [{ doctype: "Email", filters: [["is_active", "=", "yes"]] }, /Invalid value for is_active: yes/],
    [{ ...inbox, or_filters: [["subject", "=", "first"]] }, /or_filters/],
    [{ ...inbox, group_by: "sender" }, /group_by/],
    [{ ...inbox, filters: [["visibility", ">", "Public"]] }, /Field cannot be compared with >: visibility/],
    [{ ...inbox, filters: [["creation", ">", "1"]] }, /Invalid date for creation: 1/],
    [{ ...inbox, filters: [["creation", ">", "2026-02-30"]] }, /Invalid date for creation: 2026-02-30/],
    [{ ...inbox, filters: [["creation", ">", "Jan 5, 2026 10:00"]] }, /Invalid date for creation: Jan 5/],
    [{ ...inbox, filters: [["creation", ">", "-271821-04-20T00:00:00Z"]] }, /Invalid date for creation/],
    [{ ...inbox, filters: [["creation", ">", "-000001-01-01"]] }, /Invalid date for creation/],
    [{ ...inbox, filters: [["creation", ">", "+010000-01-01"]] }, /Invalid date for creation/],
    [{ ...inbox, filters: [["creation", ">", "9999-12-31T23:59:59-01:00"]] }, /Invalid date for creation/],
    [{ ...inbox, filters: [["creation", ">", "0001-01-01T00:00:00+01:00"]] }, /Invalid date for creation/],
    [
      { ...inbox, filters: Object.fromEntries(Array.from({ length: 21 }, (_, no) => [`tab${no}.subject`, "x"])) },
      /filters/,
    ],
    [{ ...inbox, order_by: "password_hash desc" }, /Unknown field: password_hash/],
    [{ ...inbox, order_by: "modified desc; DROP TABLE email" }, /Unknown order/],
    [{ ...inbox, start: -1 }, /start/],
    [{ ...inbox, start: 1e12 }, /start/],
    [{ ...inbox, page_length: 0 }, /page_length/],
    [{ ...inbox, page_length: 1001 }, /page_length/],
  ])("refuses %j in words that name the field", async (input, text) => {
    const answer = await admin.call(reportview.get, input);
    expect(answer.status).toBe(417);
    expect(answer.body.message).toMatch(text);
  });

  it("finds nothing by an invalid id", async () => {
    expect(await subjects(admin, { filters: { name: "'; --" } })).toEqual([]);
  });

  it("refuses guests (K51)", async () => {
    expect((await app.guest.call(reportview.get, inbox)).status).toBe(401);
  });
});
