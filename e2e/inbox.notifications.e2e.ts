import { expect, mail, press, rowsOf, test } from "./page.ts";

test("shows browser notifications once the user has enabled them, and asks for permission only then", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await page.addInitScript(() => {
    const told: string[] = [];
    const stub = class {
      static permission = "denied";
      static async requestPermission() {
        told.push("asked");
        stub.permission = "granted";
        return "granted";
      }
      constructor(title: string, { body }: { body: string }) {
        told.push(`${title}: ${body}`);
      }
      close() {
        told.push("closed");
      }
    };
    document.hasFocus = () => false;
    Object.assign(window, { Notification: stub, told });
  });
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
  await openInbox(address);
  await deliver(address, mail("before"));
  await expect(rowsOf(page)).toHaveCount(1);
  expect(await told()).toEqual([]);
  await page.getByRole("button", { name: "Inbox options" }).click();
  const choice = page.getByRole("switch", { name: "Browser notifications" });
  await expect(choice).toBeDisabled();
  // The user unblocks them in the browser's settings and comes back from there.
  await page.evaluate(() => {
    Object.assign(Notification, { permission: "default" });
    dispatchEvent(new Event("focus"));
  });
  await press(choice);
  await expect(choice).toBeChecked();
  await page.keyboard.press("Escape");
  await deliver(address, mail("after"));
  await expect.poll(told).toEqual(["asked", "Zoë: after"]);
  // A user who has come back sees the mail that comes.
  await page.evaluate(() => {
    document.hasFocus = () => true;
    dispatchEvent(new Event("focus"));
  });
  await deliver(address, mail("seen"));
  await expect(rowsOf(page)).toHaveCount(3);
  expect(await told()).toEqual(["asked", "Zoë: after", "closed"]);
  // Screen readers say which of how many a row is.
  await expect(rowsOf(page).first()).toHaveAttribute("aria-posinset", "1");
  await expect(rowsOf(page).first()).toHaveAttribute("aria-setsize", "3");
});
