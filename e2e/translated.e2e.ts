import { type Contract, domain, email, profile, reset_user, session, team, webhook } from "@mayfly/contracts";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { resetScreenTexts } from "@mayfly/web/features/reset/texts";
import { loginTexts } from "@mayfly/web/features/session/texts";
import type { Locator, Page } from "@playwright/test";
import { expect, mail, rowsOf, scrollList, test } from "./page.ts";
import { hold, posted, refuses, stub } from "./stub.ts";

/** Does in the page what browsers' translators do: replaces each text node, also a later one, with other nodes. */
function translate() {
  const wrap = (text: Text) => {
    if (text.data.trim() === "" || text.parentElement?.closest("head, script, font, [translate=no]") !== null) return;
    const font = document.createElement("font");
    font.append(document.createElement("font"));
    font.firstElementChild?.append(`«${text.data.trim()}»`);
    text.replaceWith(font);
  };
  const translateIn = (node: Node) => {
    if (node instanceof Text) wrap(node);
    else for (const child of [...node.childNodes]) translateIn(child);
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === "characterData" ? [target] : addedNodes) translateIn(node);
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}

const name = (text: string) => new RegExp(`^«${text}»$`);

/** Presses a button, and checks that it is busy until the answer is there. */
async function submit(button: Locator, contract: Contract) {
  const page = button.page();
  const go = await hold(page, contract);
  await button.click();
  const busy = page.locator("button[aria-busy]");
  await expect(busy).toBeVisible();
  go();
  await expect(busy).toHaveCount(0);
}

/** Checks that monospaced text, which people copy or read exactly, is not translated. */
async function keepsCodes(page: Page) {
  await expect(page.locator(".font-mono:visible").first()).toBeVisible();
  await expect(page.locator(".font-mono font")).toHaveCount(0);
}

test.beforeEach(({ page }) => page.addInitScript(translate));

test("forms work on a page that the browser translates, and send the original of a translated choice", async ({
  page,
  mayfly,
  allow,
}) => {
  allow(/status of 417/);
  const main = page.getByRole("main");
  const dialog = page.getByRole("dialog");
  const press = (text: string) => page.getByRole("button", { name: name(text) });
  const refused = refuses(417, "Not now");

  await page.goto("/forget-password");
  await page.getByLabel("Email").fill("nobody@elsewhere.example");
  await submit(press(resetScreenTexts.send), reset_user.reset_user_password);
  await expect(page.getByRole("heading", { name: name(resetScreenTexts.sent) })).toBeVisible();
  await keepsCodes(page);

  await page.goto("/login");
  await page.getByLabel("Email").fill(mayfly.login);
  await page.getByRole("textbox", { name: "Password" }).fill(mayfly.password);
  await submit(press(loginTexts.submit), session.login);
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  await stub(page, profile.update_profile, refused);
  await page.goto("/dashboard/settings");
  await page.getByLabel("Full name").fill("Somebody else");
  await submit(press("Save changes"), profile.update_profile);

  await stub(page, team.invite_team_member, refused);
  await page.goto("/dashboard/team");
  await press("Invite Member").click();
  await dialog.getByLabel("Name").fill("Ada");
  await dialog.getByLabel("Email").fill("ada@elsewhere.example");
  await submit(press("Send invitation"), team.invite_team_member);

  await stub(page, webhook.create_webhook, refused);
  await page.goto("/dashboard/webhooks");
  await keepsCodes(page);
  await press("Add Webhook").click();
  await dialog.getByLabel("URL").fill("https://hooks.example.com");
  await dialog.getByLabel("Event").selectOption("email.received");
  await submit(press("Create Webhook"), webhook.create_webhook);

  let chosen: string | undefined;
  await stub(page, email.create_email, (route) => {
    chosen = posted(route).visibility;
    return route.fulfill(refused);
  });
  const tell = await hold(page, email.is_email_available);
  await page.goto("/dashboard/emails");
  await keepsCodes(page);
  await main.getByRole("button", { name: name("Create Email") }).click();
  await dialog.getByLabel("Domain").selectOption("mayfly.test");
  await dialog.getByLabel("Visibility").selectOption({ label: "«Public»" });
  await dialog.getByLabel("Prefix").fill("translated");
  await expect(dialog.getByText("«Checking availability»")).toBeVisible();
  tell();
  await expect(dialog.getByText("«Available»")).toBeVisible();
  await submit(dialog.getByRole("button", { name: name("Create Email") }), email.create_email);
  expect(chosen).toBe("Public");
});

test("counts and states keep changing on a page that the browser translates", async ({ page, dns, enter, allow }) => {
  allow(/status of 417/);
  await enter("/dashboard/domains");
  await expect(page.getByText("«0/∞»")).toBeVisible();
  await page.getByLabel("Add a domain").fill("translated.example");
  await submit(page.getByRole("button", { name: name("Add domain") }), domain.add_domain);
  await expect(page.getByText("«1/∞»")).toBeVisible();
  const record = page.getByLabel("TXT record", { exact: true });
  await expect(record.getByText("«Not checked»")).toBeVisible();
  dns.set("_mayfly.translated.example", "TXT", [{ data: "something else" }]);
  await submit(page.getByRole("button", { name: "Verify translated.example" }), domain.verify_domain);
  await expect(record.getByText("«Not found»")).toBeVisible();
  await keepsCodes(page);
  const asked = { data: { domain_name: "translated.example" } };
  expect((await page.request.post(domain.remove_domain.path, asked)).ok()).toBe(true);
});

test("an inbox that the browser translates keeps counting while mail arrives, and its codes stay as they are", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, ...Array.from({ length: 18 }, (_, at) => mail(`old ${at + 1}`)));
  await openInbox(address);
  await expect(page.getByText(`«${inboxTexts.count(18)}»`)).toBeVisible();
  await scrollList(page, 400);
  for (const [count, subject] of [
    [1, "Your code is 481 209"],
    [2, "last"],
  ] as const) {
    await deliver(address, mail(subject));
    await expect(page.getByRole("button", { name: name(`${count} new`) })).toBeVisible();
    await expect(page.getByText(`«${inboxTexts.count(18 + count)}»`)).toBeVisible();
  }
  await page.getByRole("button", { name: name("2 new") }).click();
  await rowsOf(page).nth(1).getByRole("link").click();
  await expect(page.getByLabel("Code and links").getByText(/^481 ?209$/)).toBeVisible();
  for (const view of ["Headers", "Source"]) {
    await page.getByRole("tab", { name: view }).click();
    await expect(page.getByRole("tabpanel").getByLabel(view)).toBeVisible();
    await keepsCodes(page);
  }
});
