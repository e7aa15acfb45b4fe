import { email, emailTexts, reportview, resource } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";

const app = sharedApp();

const label = (by: TestMember, address: string, tags: string[], note = "") =>
  by.call(email.label_email, { email: address, tags, note });

it("replaces an address's tags and note, by which the list is filtered (row T06)", async () => {
  const owner = await app.member("Administrator");
  const address = await app.address(owner);
  await app.address(owner);
  const given = [" Smoke", "nightly", "smoke"];
  const { body } = await label(owner, address, given, " For Ada:\r\n\u202etwo lines\u2028of it ");
  const labels = { tags: ["smoke", "nightly"], note: "For Ada:\ntwo lines\nof it" };
  expect(body.message).toMatchObject({ success: true, message: emailTexts.labelled, email: labels });
  const fields = ["email_name", "run", "tags", "note"];
  const list = async (tag: string) =>
    (await owner.call(resource.list, { doctype: "Email", fields, filters: [["tags", "=", tag]] })).body.data;
  expect(await list("nightly")).toEqual([{ email_name: address, run: null, ...labels }]);
  expect(await list("night")).toEqual([]);
  const count = { doctype: "Email", filters: { tags: "smoke" } };
  expect((await owner.call(reportview.get_count, count)).body.message).toBe(1);
  const pattern = await owner.call(resource.list, { doctype: "Email", filters: [["tags", "like", "%s%"]] });
  expect(pattern.status).toBe(417);
  expect((await label(owner, address, [])).body.message.email).toMatchObject({ tags: [], note: "" });
  expect(await list("nightly")).toEqual([]);
});

it("keeps what was before in the record of what changed, and writes nothing of what stays", async () => {
  const owner = await app.member("Administrator");
  const address = await app.address(owner);
  for (let times = 0; times < 2; times += 1) await label(owner, address, ["smoke"], "For Ada");
  const events = await app.rootDb.event.findMany({ where: { subject: address, type: "email.updated" } });
  expect(events.map(({ changes }) => changes)).toEqual([{ tags: [[], ["smoke"]], note: ["", "For Ada"] }]);
});

it("refuses what is no tag, too many of them and a note that is too long", async () => {
  const owner = await app.member("Administrator");
  const address = await app.address(owner);
  const refused = async (tags: string[], note?: string) => (await label(owner, address, tags, note)).body.message;
  for (const tag of ["", "a b", "a_b", "ä", "x".repeat(33)]) expect(await refused([tag])).toBe(emailTexts.tagInvalid);
  const many = Array.from({ length: 11 }, (_, at) => `t${at}`);
  expect(await refused(many)).toBe(emailTexts.tooManyTags);
  expect(await refused([...many.slice(1), "t1"])).toMatchObject({ success: true });
  expect(await refused([], "x".repeat(501))).toBe(emailTexts.noteTooLong);
});

it("is for who manages the address: not for readers of a Public one", async () => {
  const owner = await app.member("Member");
  const colleague = await app.member("Member", owner.company);
  const address = await app.address(owner, { visibility: "Public" });
  expect((await label(colleague, address, ["mine"])).status).toBe(403);
  expect((await label(owner, address, ["mine"])).status).toBe(200);
});
