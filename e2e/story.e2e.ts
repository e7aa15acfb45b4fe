import { sendMail } from "@mayfly/server/outgoing_mail/send_mail";
import { slowdown } from "@mayfly/server/testing/cpu_time";
import { stopClock } from "./page.ts";
import { expect, listening, test } from "./server.ts";

const address = "demo@mayfly.test";
const inbox = `/inbox?email=${encodeURIComponent(address)}`;

/** A mail with HTML, an umlaut subject and an attachment, as a mail program writes it. */
const mail = Buffer.from(
  [
    'From: "Zoë Müller" <zoe@elsewhere.example>',
    `To: ${address}`,
    "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln?=",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
    "",
    "<h1>Schöne Grüße</h1><p>aus <b>Köln</b></p><script>top.document.title = 'owned'</script>",
    "--b",
    'Content-Type: text/csv; name="zahlen.csv"',
    "Content-Disposition: attachment; filename=zahlen.csv",
    "",
    "1;2;3",
    "--b--",
    "",
  ].join("\r\n"),
);

test("a newcomer logs in, sends a mail, sees it arrive, opens it, and has it after kill -9", async ({
  mayfly,
  page,
}) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill(mayfly.login);
  await page.getByLabel("Password", { exact: true }).fill(mayfly.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Recent Disposable Emails" })).toBeVisible();
  const heard = listening(page);
  await page.clock.install();
  await page.goto(inbox);
  await heard;
  const rows = page.getByRole("list", { name: "Messages" }).getByRole("listitem");
  await expect(rows.first()).toBeVisible();
  const delivery = { host: "127.0.0.1", port: mayfly.smtpPort, raw: mail };
  // Mail appears within a second, without a reload, if nothing else holds the machine up.
  let sent = 0;
  await expect(async () => {
    sent += 1;
    await sendMail({ ...delivery, to: address, raw: Buffer.from(`Subject: Quick ${sent}\r\n\r\nBody\r\n`) });
    const begin = performance.now();
    await rows
      .first()
      .filter({ hasText: `Quick ${sent}` })
      .waitFor();
    expect((performance.now() - begin) / slowdown()).toBeLessThan(1_000);
  }).toPass();

  const ours = rows.filter({ hasText: "Grüße aus Köln" });
  const before = await ours.count();
  await stopClock(page);
  expect(await sendMail({ ...delivery, to: address })).toMatch(/^250 2\.6\.0 stored as /);
  await expect(rows.first()).toContainText("Grüße aus Köln");
  await expect(page.getByText("New email received: Grüße aus Köln", { exact: true })).toBeVisible();
  await expect(ours).toHaveCount(before + 1);
  await expect(rows.nth(1)).toContainText(`Quick ${sent}`);
  await page.clock.resume();

  await rows.first().click();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Schöne Grüße" })).toBeVisible();
  await expect(page.getByText("zoe@elsewhere.example").first()).toBeVisible();
  expect(await page.title()).not.toContain("owned");

  await expect(sendMail({ ...delivery, to: "nobody@mayfly.test" })).rejects.toThrow("550 5.1.1");
  await expect(sendMail({ ...delivery, to: "somebody@gmail.example" })).rejects.toThrow("550 5.7.1");

  await mayfly.kill("SIGKILL");
  await mayfly.startAgain();
  await page.reload();
  await expect(rows.first()).toContainText("Grüße aus Köln");
  await expect(ours).toHaveCount(before + 1);
  await expect(rows.nth(1)).toContainText(`Quick ${sent}`);
});
