import { contracts } from "@mayfly/contracts";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { faults } from "./axe.ts";
import { button, expect, mail, rowsOf, test } from "./page.ts";
import { callsOf, fails, nothingAsked, says, stub, undrawn } from "./stub.ts";

const { get_refused_mail } = contracts.inbox;

test("an empty inbox tells of mail that was refused, for its address and for a name like it (rows R08, R09)", async ({
  page,
  address,
  deliver,
  mayfly,
  rootDb,
  enter,
  openInbox,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (callsOf(get_refused_mail).test(request.url())) asked.push(request.url());
  });
  const refused = page.getByRole("region", { name: inboxTexts.refused });
  const empty = page.getByText(inboxTexts.empty, { exact: true });
  await openInbox(address);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(empty).toBeVisible();
  await expect(refused).toHaveCount(0);

  await using smtp = await SmtpClient.open(mayfly.smtpPort);
  const near = address.replace("@", "q@");
  const reply = await smtp.send(near, mail("lost"), "app@staging.example");
  expect(reply).toMatch(/^550 /);
  // What is refused is noted after the reply.
  await expect.poll(() => rootDb.smtpAttempt.count({ where: { address: near } })).toBe(1);
  await button(page, "Refresh").click();
  const tries = refused.getByRole("listitem");
  await expect(tries).toHaveCount(1);
  await expect(tries).toContainText("Refused");
  await expect(tries).toContainText(near);
  await expect(tries.locator("mark")).toHaveText("q");
  await expect(tries.getByText(inboxTexts.otherName)).toBeVisible();
  await expect(tries.getByText(reply ?? "", { exact: true })).toBeVisible();
  await expect(empty).toBeVisible();
  expect(await faults(page)).toEqual([]);

  // Mail for the address itself, which is put off: told when the user comes back to the window, with its sender.
  const { company } = await rootDb.email.findUniqueOrThrow({ where: { email_name: address } });
  const attempt = { company, address, day: new Date(), slot: 0, mail_from: "app@staging.example" };
  const how = { network: "127.0.0.1", helo: "app.example", tls: "", reason: "busy" };
  const putOff = "451 4.3.0 Not now: try again later";
  await rootDb.smtpAttempt.create({ data: { ...attempt, ...how, code: 451, reply: putOff, creation: new Date() } });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(tries).toHaveCount(2);
  await expect(tries.first()).toContainText("Deferred");
  await expect(tries.first()).toContainText("Fromapp@staging.example");
  await expect(tries.first()).toContainText(putOff);
  await expect(tries.first().locator("mark")).toHaveCount(0);

  // Once there is mail, it is neither shown nor asked for.
  await deliver(address, mail("came"));
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(refused).toHaveCount(0);
  asked.length = 0;
  await openInbox(address);
  await expect(rowsOf(page)).toHaveCount(1);
  await button(page, "Refresh").click();
  await nothingAsked(page, asked);

  // Nor where no address is asked for.
  await undrawn(page);
  await stub(page, contracts.reportview.get, says({ keys: [], values: [] }));
  await enter("/inbox");
  await expect(empty).toBeVisible();
  await nothingAsked(page, asked);
});

test("an empty inbox stays as it is if nothing can be told of what was refused", async ({
  page,
  address,
  openInbox,
  allow,
}) => {
  allow(/status of 500/);
  const asked = await stub(page, get_refused_mail, fails);
  await openInbox(address);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(page.getByText(inboxTexts.empty, { exact: true })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
