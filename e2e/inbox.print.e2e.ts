import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import type { Locator } from "@playwright/test";
import { expect, html, rowsOf, test } from "./page.ts";

test("prints the whole message with its sender, in a sandbox without scripts and without the page around it", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await page.addInitScript(() => {
    // Records what is printed, at the moment of printing.
    Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
      get(this: HTMLIFrameElement) {
        const print = () => {
          const body = this.contentDocument?.body;
          const mail = body?.querySelector("div > div")?.shadowRoot?.querySelector("body");
          this.hidden = false;
          const { x = 0, y = 0 } = body?.querySelector("h1")?.getBoundingClientRect() ?? {};
          const above = this.contentDocument?.elementFromPoint(x + 1, y + 1)?.tagName;
          const ink = mail && getComputedStyle(mail).color;
          const text = `${body?.textContent}${mail?.textContent}`;
          Object.assign(window, { printed: [text, this.sandbox.value, above, ink] });
        };
        return { print, addEventListener() {} };
      },
    });
  });
  // Styles that would hide who wrote it, and put another in their place (threats 20, 24).
  const forged =
    "<style>:root{--ink:#010203}body{color:var(--ink)}header{display:none!important}:host{margin-top:-900px!important}p{position:absolute;top:0;left:0;z-index:9}</style><p>From: boss</p>";
  const [nobody, bare] = ["Subject: plain\r\n\r\nBody\r\n", "From: bob@elsewhere.example\r\n\r\nBody\r\n"] as const;
  await deliver(address, nobody, bare, html("<i>paper</i>", `${forged}<p>first line</p><p>last line</p>`));
  await openInbox(address);
  await rowsOf(page).first().click();
  await page.getByRole("button", { name: "Print" }).click();
  const printed = () => page.evaluate(() => (window as unknown as { printed?: string[] }).printed ?? []);
  await expect.poll(printed).toHaveLength(4);
  const [text, ...rest] = await printed();
  expect(rest).toEqual(["allow-same-origin allow-modals", "H1", "rgb(1, 2, 3)"]);
  for (const part of ["<i>paper</i>", "zoe@elsewhere.example", "first line", "last line"]) expect(text).toContain(part);

  await page.evaluate(() => Object.assign(window, { printed: [] }));
  await page.keyboard.press("Control+p");
  await expect.poll(printed).toEqual([text, ...rest]);
  for (const [at, sender] of [
    [1, "bob@elsewhere.example"],
    [2, inboxTexts.unknownSender],
  ] as const) {
    await rowsOf(page).nth(at).click();
    await expect(page.getByRole("article", { name: "Message" })).toContainText(sender);
    await page.getByRole("button", { name: "Print" }).click();
    await expect.poll(async () => (await printed())[0]).toContain(`From: ${sender}To: ${address}`);
  }
  await rowsOf(page).first().click();

  // The browser's own command prints the message without the page around it, and says what it leaves out.
  const cut = page.getByText("Its Print button prints all of it.");
  await expect(cut).toBeHidden();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const part of [page.getByRole("navigation"), page.getByRole("banner").first(), rowsOf(page).first()])
    await expect(part).toBeHidden();
  await expect(page.getByRole("heading", { name: "<i>paper</i>" })).toBeVisible();
  await expect(cut).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(251, 250, 248)");
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
  expect(await widthOf(page.getByRole("article", { name: "Message" }))).toBe(1440);
  // With no message open, it prints the list.
  await page.keyboard.press("Escape");
  await expect(rowsOf(page).first()).toBeVisible();
  expect(await widthOf(rowsOf(page).first())).toBe(1440);
  await expect(page.getByText(inboxTexts.nothingSelected)).toBeHidden();
});
