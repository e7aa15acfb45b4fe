import { reportview } from "@mayfly/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";

const long = `${"Nothing to see here. ".repeat(30)}The order arrived late, but the big order came.${" And so on".repeat(60)}`;
const mails = [
  ["Shop <orders@shop.example>", "Your order RE-4711", "Thank you for the big order."],
  ["Late <late@b.example>", "Late", long],
  ["日本 <jp@b.example>", "領収書", "東京の店での領収書です。ｶﾞﾗｽとﬁne Café"],
] as const;

describe("the words that were found (row T05)", () => {
  const app = sharedApp({ ROLES: "web" });
  let owner: TestMember;

  beforeAll(async () => {
    owner = await app.member("Administrator");
    const address = await app.address(owner, { domain: "mayfly.test" });
    const head = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n";
    for (const [at, [sender, subject, text]] of mails.entries()) {
      const body = `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`;
      const file = `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="plan ${at}.pdf"\r\n\r\nx\r\n--b--`;
      const creation = new Date(app.clock.now.getTime() - at * 1_000);
      await storedMessage(app, owner, address, { sender, subject, creation, raw: `${head}${body}${file}` });
    }
  });

  const ask = async (q: string, input: object = {}) => {
    const asked = { doctype: "Customer Inbox", fields: ["subject"], q, ...input };
    const { status, body } = await owner.call(reportview.get, asked);
    return { status, ...body, ...body.message };
  };
  /** What is marked in the newest message that is found. */
  const marked = async (q: string) => {
    const { found } = await ask(q);
    const marks = (parts: string[]) => parts.filter((_, at) => at % 2 === 1);
    const { sender, recipients, subject, text, files } = found[0];
    return {
      ...{ sender: marks(sender), recipients: marks(recipients), subject: marks(subject) },
      ...{ text: marks(text), files: files.map(marks) },
    };
  };
  const none = { sender: [], recipients: [], subject: [], text: [], files: [] };

  it.each([
    ["order ", { subject: ["order"], text: ["order"] }],
    ["or", { sender: ["or"], subject: ["or"], text: ["or"] }],
    ["big order ", { subject: ["order"], text: ["big", "order"] }],
    ['"the big order"', { subject: ["order"], text: ["the big order"].flatMap((words) => words.split(" ")) }],
    ["subject:order ", { subject: ["order"] }],
    ["from:shop.example ", { sender: ["shop.example"] }],
    ["to:mayfly.test ", { recipients: ["mayfly.test"] }],
    ["filename:plan ", { files: [["plan"]] }],
    ["4711 ", { subject: ["4711"] }],
    ["re-4711 ", { subject: ["RE-4711"] }],
    ["領収書 ", { subject: ["領収書"], text: ["領収書"] }],
    ["書", { subject: ["書"], text: ["書"] }],
    ["ガラス ", { text: ["ｶﾞﾗｽ"] }],
    ["fine cafe ", { text: ["ﬁne", "Café"] }],
    ["order -late ", { subject: ["order"], text: ["order"] }],
    ["nowhere OR thank ", { text: ["Thank"] }],
    ["larger:1", {}],
  ])("marks what %j looks for", async (q, marks) => {
    expect(await marked(q)).toEqual({ ...none, ...marks });
  });

  it("shows the part of a long text that has the most of the words", async () => {
    const { found } = await ask("from:late big order ");
    expect(found[0].text.join("|")).toMatch(
      /^….*The \|order\| arrived late, but the \|big\| \|order\| came\. And .*…$/,
    );
    const { found: other } = await ask("from:late ");
    expect(other[0].text).toEqual([expect.stringMatching(/^Nothing to see here.{181}…$/)]);
  });

  it("gives the columns that are asked for, and goes on where a page ended", async () => {
    const first = await ask("mayfly.test ", { page_length: 2 });
    expect(first).toMatchObject({ keys: ["subject"], values: [["Your order RE-4711"], ["Late"]] });
    expect(first.found).toHaveLength(2);
    const second = await ask("mayfly.test ", { page_length: 2, after: first.next });
    expect(second.values).toEqual([["領収書"]]);
    expect((await ask("other ", { after: first.next })).status).toBe(417);
    const member = await app.member("Member", owner.company);
    const input = { doctype: "Customer Inbox", q: "mayfly.test ", after: first.next };
    expect((await member.call(reportview.get, input)).status).toBe(417);
  });

  it.each([
    ["x is:maybe", {}, "is: needs unread or read.", { position: 2, length: 8 }],
    ["x".repeat(10_000), {}, "At most 1000 characters.", { position: 1_000, length: 9_000 }],
    ["x", { doctype: "Email" }, "Only Customer Inbox can be searched with q", undefined],
    ["x", { start: 20 }, "A search is paged with after, not start", undefined],
    ["x", { page_length: 101 }, "A search has at most 100 rows per page", undefined],
    ["x", { filters: [["subject", "=", "x"]] }, "A search takes no filters: use operators in q", undefined],
    ["x", { order_by: "subject" }, "A search is always ordered newest first", undefined],
  ])("refuses %.20j with %j", async (q, input, text, place) => {
    expect(await ask(q, input)).toMatchObject({ status: 417, message: text, ...(place && { place }) });
  });
});
