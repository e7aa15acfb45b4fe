import { inbox, load } from "@mayfly/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";

const app = sharedApp();

describe("requests for a message", () => {
  let admin: TestMember;
  let name: string;
  beforeAll(async () => {
    admin = await app.member("Administrator");
    const raw = "Content-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment\r\n\r\na,b\r\n";
    name = await storedMessage(app, admin, await app.address(admin), { raw });
  });

  it.each([
    ["its text", inbox.get_text],
    ["its headers", inbox.get_headers],
    ["its source", inbox.get_source],
    ["the whole of it", inbox.download_message],
    ["a file of it", inbox.download_attachment],
  ])("refuses callers who may not read it: %s (threat 38)", async (_what, contract) => {
    const [member, stranger] = [await app.member("Member", admin.company), await app.member("Administrator")];
    const ask = async (caller = app.guest, of = name) => (await caller.call(contract, { name: of, part: 0 })).status;
    expect(await ask(admin)).toBe(200);
    for (const caller of [member, stranger]) expect(await ask(caller)).toBe(404);
    expect(await ask()).toBe(401);
    expect(await ask(admin, "x")).toBe(404);
  });
});

it("shows a message the same whether it is stored packed or unpacked", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const raw = [
    ...["Subject: Files", "Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: text/html", ""],
    ...["<p>Hello</p>", "--b", "Content-Type: text/csv; name=a.csv", "Content-Disposition: attachment", "", "a,b"],
    ...["--b--", ""],
  ].join("\r\n");
  const shown = async (unpacked: boolean) => {
    const name = await storedMessage(app, admin, address, { raw, unpacked });
    const opened = (await admin.call(load.getdoc, { doctype: "Customer Inbox", name })).body.docs[0];
    expect(opened).toMatchObject({ content: "<p>Hello</p>", attachments: [{ filename: "a.csv" }] });
    const ask = async (contract: typeof inbox.get_text) => (await admin.call(contract, { name })).body.message;
    const { get_text, get_headers, get_source } = inbox;
    const asked = [await ask(get_text), await ask(get_headers as never), await ask(get_source as never)];
    expect(asked).toMatchObject([{ text: "Hello" }, {}, { source: raw, cut: 0 }]);
    return [opened.content, opened.size, asked];
  };
  expect(await shown(true)).toEqual(await shown(false));
});
