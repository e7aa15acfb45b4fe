import { limits } from "../packages/contracts/src/index.ts";
import { expect, mail, rowsOf, test } from "./page.ts";

test("the live connection is tried again for ever, and mail that came meanwhile is there (I80, I81, I83)", async ({
  page,
  mayfly,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/net::ERR_|WebSocket connection to/);
  await page.clock.install();
  await openInbox(address);
  await page.clock.pauseAt(Date.now() + 5_000);
  let tries = 0;
  page.on("websocket", () => {
    tries += 1;
  });
  const down = page.waitForEvent("console", (line) => /WebSocket connection to/.test(line.text()));
  await mayfly.kill("SIGKILL");
  const { reconnectionDelay, reconnectionDelayMax, randomizationFactor } = limits.live;
  await page.clock.runFor(reconnectionDelay * (1 - randomizationFactor) - 100);
  expect(tries).toBe(0);
  await page.clock.runFor(2 * reconnectionDelay);
  await down;
  await expect(page.getByText(/^Reconnecting/)).toBeVisible();
  for (let no = 1; no <= 8; no += 1) {
    const before = tries;
    // An attempt that is under way fails in its own time.
    await expect
      .poll(async () => {
        await page.clock.runFor(reconnectionDelayMax);
        return tries;
      })
      .toBeGreaterThan(before);
  }

  await mayfly.startAgain();
  await deliver(address, mail("while away"));
  await page.clock.resume();
  await expect(rowsOf(page).first()).toContainText("while away", { timeout: 15_000 });
  await expect(page.getByText(/^Reconnecting/)).toHaveCount(0);
  await deliver(address, mail("and live again"));
  await expect(rowsOf(page).first()).toContainText("and live again");
  await expect(rowsOf(page)).toHaveCount(2);
});

test("where WebSockets are barred, new mail comes by polling (I84)", async ({ page, address, deliver, openInbox }) => {
  await page.addInitScript(() => {
    window.WebSocket = class {
      onerror?: (event: Event) => void;
      constructor() {
        queueMicrotask(() => this.onerror?.(new Event("error")));
      }
      close() {}
    } as unknown as typeof WebSocket;
  });
  const polling = page.waitForRequest(/\/socket\.io\/.*transport=polling/);
  await openInbox(address);
  const headers = await (await polling).allHeaders();
  expect(headers["cookie"]).toContain("sid=");
  await deliver(address, mail("by polling"));
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText("by polling");
});
