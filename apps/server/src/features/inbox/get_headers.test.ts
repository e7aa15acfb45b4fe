import { inbox } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { testApp } from "../../testing/test_app.ts";

it("answers the headers in order, unfolded and decoded, and cuts very many or very long ones", async () => {
  await using app = await testApp();
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const headers = async (raw: string | Buffer) => {
    const name = await storedMessage(app, admin, address, { raw });
    return (await admin.call(inbox.get_headers, { name })).body.message;
  };
  const raw =
    "Received: from a\r\n\tby b\r\nReceived: c\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nX-Empty:\r\n\r\nNot: one";
  expect(await headers(raw)).toEqual({
    headers: [
      { name: "Received", value: "from a by b" },
      { name: "Received", value: "c" },
      { name: "Subject", value: "Grüße" },
      { name: "X-Empty", value: "" },
    ],
    cut: 0,
  });
  expect((await headers(Buffer.from("Subject: \x1b$B$3$s\x1b(B\r\nX: à\r\n\r\n"))).headers).toEqual([
    { name: "Subject", value: "こん" },
    { name: "X", value: "à" },
  ]);
  expect(await headers("")).toEqual({ headers: [], cut: 0 });
  expect(await headers(Buffer.from("a:\xff\r\n\0\xff\r\nNot: one", "latin1"))).toEqual({
    headers: [{ name: "a", value: "ÿ" }],
    cut: 0,
  });
  const many = await headers(`${"X: y\r\n".repeat(5000)}\r\n`);
  expect(many.headers).toHaveLength(1000);
  expect(many.cut).toBe(1);
  expect((await headers(`X: ${"y".repeat(3_000_000)}\r\n\r\n`)).cut).toBe(1);
});
