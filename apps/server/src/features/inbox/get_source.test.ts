import { inbox } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { testApp } from "../../testing/test_app.ts";

it("answers the source of a message as it came, up to 256 KB", async () => {
  await using app = await testApp();
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const source = async (raw: string | Buffer) => {
    const name = await storedMessage(app, admin, address, { raw });
    return (await admin.call(inbox.get_source, { name })).body.message;
  };
  expect(await source("Subject: Grüße\r\n\r\n<b>\r\n")).toEqual({ source: "Subject: Grüße\r\n\r\n<b>\r\n", cut: 0 });
  expect(await source(Buffer.from([0x61, 0, 0xff]))).toEqual({ source: "a\0\ufffd", cut: 0 });
  const large = await source("x".repeat(2_000_000));
  expect(large).toEqual({ source: "x".repeat(256 * 1024), cut: 1 });
});
