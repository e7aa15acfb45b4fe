import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { limits } from "@mayfly/contracts";
import { slowdown } from "@mayfly/server/testing/cpu_time";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import type { Locator, Page } from "@playwright/test";
import { clipboard, expect, mail, pollRunning, rowsOf, stopClock, test } from "./page.ts";

const folder = path.join(import.meta.dirname, "../apps/server/src/demo/mail");
const samples = readdirSync(folder).map((file) =>
  readFileSync(path.join(folder, file), "utf8").replace(/\r?\n/g, "\r\n"),
);
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const minute = 60_000;

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

for (const [what, viewport] of Object.entries({
  "on a screen": { width: 1440, height: 900 },
  "on a phone": { width: 390, height: 844 },
})) {
  test(`reads a whole inbox by keyboard alone ${what}, and misses no mail of a minute offline`, async ({
    page,
    context,
    address,
    deliver,
    openInbox,
    allow,
  }) => {
    // Requests that are made while the network comes back may still fail, and are logged.
    allow(/net::ERR_INTERNET_DISCONNECTED|WebSocket connection|The plan could not be checked/);
    await page.setViewportSize(viewport);
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const press = (key: string) => page.keyboard.press(key);
    const focused = page.locator("[data-message]:focus-within");
    const heading = page.getByRole("article", { name: "Message" }).getByRole("heading", { level: 2 }).first();

    const file = randomBytes(20_000);
    const parts = ["--b", "", "See the file.", "--b", "Content-Type: application/zip; name=kept.zip"].concat(
      ["Content-Disposition: attachment; filename=kept.zip", "Content-Transfer-Encoding: base64", ""],
      [file.toString("base64").replace(/.{76}/g, "$&\r\n"), "--b--"],
    );
    const headers = ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"];
    await deliver(address, ...samples, mail("with a file", parts.join("\r\n"), headers));
    await page.clock.install();
    await openInbox(address);
    const rows = rowsOf(page);
    await expect(rows).toHaveCount(samples.length + 1);
    await fits();

    // Each message is read, from the newest on.
    const pace = slowdown();
    for (let no = 0; no <= samples.length; no += 1) {
      await press("j");
      const subject = (await focused.locator("bdi").nth(1).textContent()) ?? "";
      await press("Enter");
      await expect(heading).toHaveText(subject);
      await expect(page.frameLocator("iframe").locator("body")).toHaveText(/\S/);
      await fits();
      if (subject === "with a file") {
        await tabTo(page, page.getByRole("region", { name: "Attachments" }).getByRole("link"));
        const saved = page.waitForEvent("download");
        await press("Enter");
        expect(hash(await readFile(await (await saved).path()))).toBe(hash(file));
      }
      // A tooltip that is open over the message closes first.
      await expect(async () => {
        await press("Escape");
        await expect(focused.locator("bdi").nth(1)).toHaveText(subject, { timeout: 2_000 * pace });
      }).toPass();
    }
    await expect(rows.getByText("Unread")).toHaveCount(0);

    // Copies the code from its row.
    const code = rows.getByRole("button", { name: "Copy code 482913" });
    while ((await focused.getByText("482913").count()) === 0) await press("k");
    await tabTo(page, code);
    await press("Enter");
    await expect.poll(() => clipboard(page)).toBe("482913");

    // A minute without a network, in which more than a page of mail comes.
    await stopClock(page);
    await context.setOffline(true);
    await expect(page.getByText(/^You're offline/)).toBeVisible();
    const away = Array.from({ length: limits.inboxPageSize + 5 }, (_, no) => `away ${no + 1}`);
    await deliver(address, ...away.map((subject) => mail(subject)));
    for (let gone = 0; gone < minute; gone += 5_000) await page.clock.runFor(5_000);
    await expect(rows).toHaveCount(samples.length + 1);
    await context.setOffline(false);
    await pollRunning(page, 1_000, () => rows.first().textContent()).toContain(away.at(-1));
    await page.clock.resume();
    await expect(page.getByText(/^You're offline|^Reconnecting/)).toHaveCount(0);

    // All mail is there, each message once: the keys lead from the first row to the last.
    const all = away.length + samples.length + 1;
    await press("j");
    while ((await focused.getAttribute("aria-posinset")) !== "1") await press("k");
    const seen: string[] = [];
    for (let no = 1; no <= all; no += 1) {
      await expect(focused).toHaveAttribute("aria-posinset", String(no));
      seen.push((await focused.locator("bdi").nth(1).textContent()) ?? "");
      if (no === limits.inboxPageSize)
        await expect(page.getByText(inboxTexts.count(all), { exact: true })).toBeVisible();
      await press("j");
    }
    expect(seen.slice(0, away.length)).toEqual(away.toReversed());
    expect(new Set(seen).size).toBe(all);
    await fits();
  });
}
