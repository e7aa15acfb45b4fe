import { inbox } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { testApp } from "../../testing/test_app.ts";

it("answers a message's own text or the text of its HTML, up to 500,000 characters", async () => {
  await using app = await testApp();
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const text = async (raw: string) => {
    const name = await storedMessage(app, admin, address, { raw });
    return (await admin.call(inbox.get_text, { name })).body.message;
  };
  expect(await text("\r\nOne\r\n  two <b>")).toEqual({ text: "One\n  two <b>", cut: 0 });
  const html = "<style>p{}</style><h1>Hi</h1><p>a <b>b</b></p><table><tr><td>c</td><td>d</td></tr></table>";
  expect(await text(`Content-Type: text/html\r\n\r\n${html}`)).toEqual({ text: "Hi\n\na b\n\nc d", cut: 0 });
  expect(await text("Content-Type: text/html\r\n\r\none<br>two<hr>three")).toEqual({ text: "one\ntwo\nthree", cut: 0 });
  const build = "<p>Build  failed:</p><pre>\nat App.run\n\tat  main</pre><p>a <b>b </b> c\n d</p>";
  const log = '<div style="color:red; white-space : pre-wrap">$ npm test\n  1 failing</div>';
  expect(await text(`Content-Type: text/html\r\n\r\n${build}${log}`)).toEqual({
    text: "Build failed:\n\nat App.run\n\tat  main\n\na b c d\n\n$ npm test\n  1 failing",
    cut: 0,
  });
  const links =
    '<base href="https://shop.example/a/"><p><a href="b?c=1&amp;d=2">Log <b>in</b></a>, <a href="https://x.example/">https://x.example/</a> or ' +
    '<a href="//h.example/i"><img alt="x" src="x"></a>.</p><a href="www.w.example/y"><div>Pay</div></a><a href="myapp://go">App</a>' +
    '<a href="mailto:a@b.example">a@b.example</a><a href="#top">Top</a><a href="javascript:x">No</a><style><a href="https://hidden.example/"></style>';
  expect(await text(`Content-Type: text/html\r\n\r\n${links}`)).toEqual({
    text:
      "Log in <https://shop.example/a/b?c=1&d=2>, https://x.example/ or x <https://h.example/i>.\n\n" +
      "Pay\n<https://www.w.example/y> App <myapp://go> a@b.exampleTopNo",
    cut: 0,
  });
  const long = await text(`\r\n${"0123456789".repeat(60_000)}`);
  expect(long.cut).toBe(1);
  expect(long.text).toHaveLength(500_000);
  const terminal = "\x1b[1;32m✓\x1b[0m 12\tpassing\x07\r\n\x1b]0;title\x07\x1b]8;;x\x1b\\done\x1b";
  expect(await text(`Content-Type: text/plain; charset=utf-8\r\n\r\n${terminal}`)).toEqual({
    text: "✓ 12\tpassing\ndone",
    cut: 0,
  });
  expect(await text("\0\0")).toEqual({ text: "", cut: 0 });
  const unreadable = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(50_000)}--b--`;
  expect(await text(unreadable)).toEqual({ text: "", cut: 1 });
});
